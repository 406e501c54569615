// The Cal3D family: classic files, those of IMVU, and both kinds of trunk; binary, XML and model lists.
#pragma once
#include "core/load.h"

namespace bonescope::cal3d {

bool is_csf(std::span<const byte> file, std::string_view name);
bool is_caf(std::span<const byte> file, std::string_view name);
bool is_cmf(std::span<const byte> file, std::string_view name);
bool is_crf(std::span<const byte> file, std::string_view name);
bool is_cpf(std::span<const byte> file, std::string_view name);
bool is_xsf(std::span<const byte> file, std::string_view name);
bool is_xaf(std::span<const byte> file, std::string_view name);
bool is_xmf(std::span<const byte> file, std::string_view name);
bool is_xrf(std::span<const byte> file, std::string_view name);
bool is_xpf(std::span<const byte> file, std::string_view name);
bool is_cfg(std::span<const byte> file, std::string_view name);
bool is_cfg_xml(std::span<const byte> file, std::string_view name);

void parse_csf(Document&);
void parse_caf(Document&);
void parse_cmf(Document&);
void parse_crf(Document&);
void parse_cpf(Document&);
void parse_xsf(Document&);
void parse_xaf(Document&);
void parse_xmf(Document&);
void parse_xrf(Document&);
void parse_xpf(Document&);
void parse_cfg(Document&);
void parse_cfg_xml(Document&);

// From any file of a figure to the others: by a list, else by names and by how well they fit.
void find_parts(Resolver&, int doc);

// How the intended reading of Cal3D plays: slerp, ends held, no wrap.
Sampling default_sampling();
// `engine_exact`: the library's extrapolation outside the keys; `loop`: its loop keys at the end of the clip.
void read_as(const Document&, const Clip&, const Reading&, Sampling&);

}  // namespace bonescope::cal3d
