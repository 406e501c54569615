// The Cal3D family: classic files, those of IMVU, and both kinds of trunk; binary, XML and model lists.
#pragma once
#include "core/load.h"

namespace bonescope::cal3d {

bool is_csf(std::span<const byte> file, std::string_view name);
bool is_caf(std::span<const byte> file, std::string_view name);
bool is_cmf(std::span<const byte> file, std::string_view name);
bool is_crf(std::span<const byte> file, std::string_view name);
bool is_cpf(std::span<const byte> file, std::string_view name);

void parse_csf(Document&);
void parse_caf(Document&);
void parse_cmf(Document&);
void parse_crf(Document&);
void parse_cpf(Document&);

// How the intended reading of Cal3D plays: slerp, ends held, no wrap.
Sampling default_sampling();
// `engine_exact`: the library's extrapolation outside the keys; `loop`: its loop keys at the end of the clip.
void read_as(const Document&, const Clip&, const Reading&, Sampling&);

}  // namespace bonescope::cal3d
