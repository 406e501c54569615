// The inner loop of skinning, included by skin_blocks.cpp once per instruction set with these defined:
//   SKIN_NAMESPACE, SKIN_TARGET (the compiler's name of the instruction set, or empty), SKIN_LANES (4, 8 or 16).
// Attributes rather than a file of its own with other compiler flags: so no inline function of a library gets compiled
// for a machine that may not be there.
#define SKIN_INLINE SKIN_TARGET [[gnu::always_inline]] inline

namespace bonescope::SKIN_NAMESPACE {

constexpr uint32_t lanes = SKIN_LANES;
using Lanes [[gnu::vector_size(SKIN_LANES * 4)]] = float;

using Four [[gnu::vector_size(16)]] = float;

// The same shuffle in every four lanes, so that no number crosses between them: i and j index the first vector's four,
// k and l, from 4 on, those of the second.
#if SKIN_LANES == 16
#define SKIN_SHUFFLE(a, b, i, j, k, l)                                                                                 \
    __builtin_shufflevector(a, b, i, j, (k) + 12, (l) + 12, (i) + 4, (j) + 4, (k) + 16, (l) + 16, (i) + 8, (j) + 8,    \
                            (k) + 20, (l) + 20, (i) + 12, (j) + 12, (k) + 24, (l) + 24)
#elif SKIN_LANES == 8
#define SKIN_SHUFFLE(a, b, i, j, k, l)                                                                                 \
    __builtin_shufflevector(a, b, i, j, (k) + 4, (l) + 4, (i) + 4, (j) + 4, (k) + 8, (l) + 8)
#else
#define SKIN_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#endif

// Triples in memory to vectors and back.
#if SKIN_LANES == 16

SKIN_INLINE void load_triples(const float* from, Lanes& x, Lanes& y, Lanes& z) {
    Lanes a, b, c;
    std::memcpy(&a, from, sizeof a);
    std::memcpy(&b, from + 16, sizeof b);
    std::memcpy(&c, from + 32, sizeof c);
    x = __builtin_shufflevector(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
    y = __builtin_shufflevector(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
    z = __builtin_shufflevector(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
    x = __builtin_shufflevector(x, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
    y = __builtin_shufflevector(y, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
    z = __builtin_shufflevector(z, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
}

SKIN_INLINE void store_triples(float* to, const Lanes& x, const Lanes& y, const Lanes& z) {
    Lanes a = __builtin_shufflevector(x, y, 0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
    Lanes b = __builtin_shufflevector(x, y, 21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
    Lanes c = __builtin_shufflevector(x, y, 0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
    a = __builtin_shufflevector(a, z, 0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15);
    b = __builtin_shufflevector(b, z, 0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15);
    c = __builtin_shufflevector(c, z, 26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31);
    std::memcpy(to, &a, sizeof a);
    std::memcpy(to + 16, &b, sizeof b);
    std::memcpy(to + 32, &c, sizeof c);
}

SKIN_INLINE void bound(Lanes& x) {
    x = (Lanes)_mm512_maskz_min_ps(0xFFFF, _mm512_maskz_max_ps(0xFFFF, (__m512)x, _mm512_set1_ps(smallest_square)),
                                   _mm512_set1_ps(largest_square));
}
SKIN_INLINE void guess_inverse_root(Lanes& x) { x = (Lanes)_mm512_maskz_rsqrt14_ps(0xFFFF, (__m512)x); }

#else

#if SKIN_LANES == 8
SKIN_INLINE void load_part(Lanes& out, const float* from) {
    Four low, high;
    std::memcpy(&low, from, sizeof low);
    std::memcpy(&high, from + 12, sizeof high);
    out = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}

SKIN_INLINE void store_part(const Lanes& in, float* to) {
    const auto low = __builtin_shufflevector(in, in, 0, 1, 2, 3), high = __builtin_shufflevector(in, in, 4, 5, 6, 7);
    std::memcpy(to, &low, sizeof low);
    std::memcpy(to + 12, &high, sizeof high);
}

SKIN_INLINE void bound(Lanes& x) {
    x = (Lanes)_mm256_min_ps(_mm256_max_ps((__m256)x, _mm256_set1_ps(smallest_square)), _mm256_set1_ps(largest_square));
}
SKIN_INLINE void guess_inverse_root(Lanes& x) { x = (Lanes)_mm256_rsqrt_ps((__m256)x); }

#else
SKIN_INLINE void load_part(Lanes& out, const float* from) { std::memcpy(&out, from, sizeof out); }
SKIN_INLINE void store_part(const Lanes& in, float* to) { std::memcpy(to, &in, sizeof in); }

#if defined(__x86_64__)
SKIN_INLINE void bound(Lanes& x) {
    x = (Lanes)_mm_min_ps(_mm_max_ps((__m128)x, _mm_set1_ps(smallest_square)), _mm_set1_ps(largest_square));
}
SKIN_INLINE void guess_inverse_root(Lanes& x) { x = (Lanes)_mm_rsqrt_ps((__m128)x); }
#else
SKIN_INLINE void bound(Lanes& x) {
    for (uint32_t i = 0; i < lanes; ++i) x[i] = std::min(std::max(x[i], smallest_square), largest_square);
}
SKIN_INLINE void guess_inverse_root(Lanes& x) {
    for (uint32_t i = 0; i < lanes; ++i) x[i] = 1 / __builtin_sqrtf(x[i]);
}
#endif
#endif

SKIN_INLINE void load_triples(const float* from, Lanes& x, Lanes& y, Lanes& z) {
    Lanes a, b, c;  // x0 y0 z0 x1 | y1 z1 x2 y2 | z2 x3 y3 z3
    load_part(a, from);
    load_part(b, from + 4);
    load_part(c, from + 8);
    const Lanes xy = SKIN_SHUFFLE(b, c, 2, 3, 5, 6);  // x2 y2 x3 y3
    const Lanes yz = SKIN_SHUFFLE(a, b, 1, 2, 4, 5);  // y0 z0 y1 z1
    x = SKIN_SHUFFLE(a, xy, 0, 3, 4, 6);
    y = SKIN_SHUFFLE(yz, xy, 0, 2, 5, 7);
    z = SKIN_SHUFFLE(yz, c, 1, 3, 4, 7);
}

SKIN_INLINE void store_triples(float* to, const Lanes& x, const Lanes& y, const Lanes& z) {
    const Lanes xy = SKIN_SHUFFLE(x, y, 0, 2, 4, 6);  // x0 x2 y0 y2
    const Lanes yz = SKIN_SHUFFLE(y, z, 1, 3, 5, 7);  // y1 y3 z1 z3
    const Lanes zx = SKIN_SHUFFLE(z, x, 0, 2, 5, 7);  // z0 z2 x1 x3
    store_part(SKIN_SHUFFLE(xy, zx, 0, 2, 4, 6), to);
    store_part(SKIN_SHUFFLE(yz, xy, 0, 2, 5, 7), to + 4);
    store_part(SKIN_SHUFFLE(zx, yz, 1, 3, 5, 7), to + 8);
}

#endif

// Vertices that do not follow each other: rows of four numbers, row r of every fourth lane from r on.
SKIN_INLINE void load_row(const vec3* from, const uint32_t* vertex, Lanes& out) {
    Four row[lanes / 4];
    for (uint32_t i = 0; i < lanes / 4; ++i) {
        const vec3& v = from[vertex[i * 4]];
        row[i] = Four{v.x, v.y, v.z, 0};
    }
#if SKIN_LANES == 16
    const auto low = __builtin_shufflevector(row[0], row[1], 0, 1, 2, 3, 4, 5, 6, 7);
    const auto high = __builtin_shufflevector(row[2], row[3], 0, 1, 2, 3, 4, 5, 6, 7);
    out = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif SKIN_LANES == 8
    out = __builtin_shufflevector(row[0], row[1], 0, 1, 2, 3, 4, 5, 6, 7);
#else
    out = row[0];
#endif
}

SKIN_INLINE void store_row(vec3* to, const uint32_t* vertex, const Lanes& row) {
#if SKIN_LANES == 16
    const Four parts[] = {__builtin_shufflevector(row, row, 0, 1, 2, 3), __builtin_shufflevector(row, row, 4, 5, 6, 7),
                          __builtin_shufflevector(row, row, 8, 9, 10, 11),
                          __builtin_shufflevector(row, row, 12, 13, 14, 15)};
#elif SKIN_LANES == 8
    const Four parts[] = {__builtin_shufflevector(row, row, 0, 1, 2, 3), __builtin_shufflevector(row, row, 4, 5, 6, 7)};
#else
    const Four parts[] = {row};
#endif
    for (uint32_t i = 0; i < lanes / 4; ++i) to[vertex[i * 4]] = vec3(parts[i][0], parts[i][1], parts[i][2]);
}

SKIN_INLINE void gather(const vec3* from, const uint32_t* vertex, Lanes& x, Lanes& y, Lanes& z) {
    Lanes row[4];
    for (uint32_t r = 0; r < 4; ++r) load_row(from, vertex + r, row[r]);
    const Lanes a = SKIN_SHUFFLE(row[0], row[1], 0, 1, 4, 5), b = SKIN_SHUFFLE(row[2], row[3], 0, 1, 4, 5);
    const Lanes c = SKIN_SHUFFLE(row[0], row[1], 2, 3, 6, 7), d = SKIN_SHUFFLE(row[2], row[3], 2, 3, 6, 7);
    x = SKIN_SHUFFLE(a, b, 0, 2, 4, 6);
    y = SKIN_SHUFFLE(a, b, 1, 3, 5, 7);
    z = SKIN_SHUFFLE(c, d, 0, 2, 4, 6);
}

SKIN_INLINE void scatter(vec3* to, const uint32_t* vertex, const Lanes& x, const Lanes& y, const Lanes& z) {
    const Lanes a = SKIN_SHUFFLE(x, y, 0, 1, 4, 5), b = SKIN_SHUFFLE(x, y, 2, 3, 6, 7);  // x0 x1 y0 y1 | x2 x3 y2 y3
    store_row(to, vertex, SKIN_SHUFFLE(a, z, 0, 2, 4, 4));
    store_row(to, vertex + 1, SKIN_SHUFFLE(a, z, 1, 3, 5, 5));
    store_row(to, vertex + 2, SKIN_SHUFFLE(b, z, 0, 2, 6, 6));
    store_row(to, vertex + 3, SKIN_SHUFFLE(b, z, 1, 3, 7, 7));
}

// The matrix of every lane: four columns of three numbers.
struct Blend {
    Lanes column[4][3];
};

// A joint's twelve numbers. Up to eight lanes each is kept in as many copies, so that it needs no spreading later;
// with sixteen the instruction itself spreads it, and the copies would leave the first cache.
constexpr uint32_t copies = lanes > 8 ? 1 : lanes;

SKIN_TARGET inline void unpack(std::span<const mat4> palette, std::vector<float>& out) {
    out.resize(palette.size() * 12 * copies);
    float* to = out.data();
    for (const mat4& m : palette)
        for (int c = 0; c < 4; ++c)
            for (int r = 0; r < 3; ++r, to += copies) std::fill_n(to, copies, m[c][r]);
}

SKIN_INLINE void add_weighted(Lanes& sum, const Lanes& weight, const float* number) {
#if SKIN_LANES == 16
    sum += weight * *number;
#else
    Lanes spread;
    std::memcpy(&spread, number, sizeof spread);
    sum += weight * spread;
#endif
}

SKIN_INLINE void blend(const uint32_t* joint, uint32_t joints, const float* weights, const float* numbers, Blend& out) {
    for (auto& column : out.column)
        for (Lanes& sum : column) sum = Lanes{};
    for (uint32_t k = 0; k < joints; ++k, weights += lanes_per_block) {
        Lanes weight;
        std::memcpy(&weight, weights, sizeof weight);
        const float* number = numbers + std::size_t{joint[k]} * 12 * copies;
        for (auto& column : out.column)
            for (Lanes& sum : column) {
                add_weighted(sum, weight, number);
                number += copies;
            }
    }
}

SKIN_INLINE void turn(const Blend& m, Lanes& x, Lanes& y, Lanes& z) {
    const Lanes a = x, b = y, c = z;
    x = m.column[0][0] * a + m.column[1][0] * b + m.column[2][0] * c;
    y = m.column[0][1] * a + m.column[1][1] * b + m.column[2][1] * c;
    z = m.column[0][2] * a + m.column[1][2] * b + m.column[2][2] * c;
}

SKIN_INLINE void place(const Blend& m, Lanes& x, Lanes& y, Lanes& z) {
    turn(m, x, y, z);
    x += m.column[3][0];
    y += m.column[3][1];
    z += m.column[3][2];
}

// A guess of 12 bits and one step of Newton's. A zero normal stays one, a huge one stays finite.
SKIN_INLINE void turn_normal(const Blend& m, Lanes& x, Lanes& y, Lanes& z) {
    turn(m, x, y, z);
    Lanes square = x * x + y * y + z * z;
    bound(square);
    Lanes factor = square;
    guess_inverse_root(factor);
    factor = factor * (1.5f - 0.5f * square * factor * factor);
    x *= factor;
    y *= factor;
    z *= factor;
}

SKIN_INLINE void skin_part(const SkinBlocks::Block& block, uint32_t part, const Blend& m, vec3* position,
                           vec3* normal) {
    const uint32_t* vertex = block.vertex + part * lanes;
    Lanes x, y, z;
    if (block.consecutive(part * lanes, lanes)) {
        load_triples(&position[vertex[0]].x, x, y, z);
        place(m, x, y, z);
        store_triples(&position[vertex[0]].x, x, y, z);
        if (!normal) return;
        load_triples(&normal[vertex[0]].x, x, y, z);
        turn_normal(m, x, y, z);
        store_triples(&normal[vertex[0]].x, x, y, z);
        return;
    }
    gather(position, vertex, x, y, z);
    place(m, x, y, z);
    scatter(position, vertex, x, y, z);
    if (!normal) return;
    gather(normal, vertex, x, y, z);
    turn_normal(m, x, y, z);
    scatter(normal, vertex, x, y, z);
}

SKIN_TARGET void skin_all(const SkinBlocks& in, const mat4* palette, vec3* position, vec3* normal) {
    std::vector<float> numbers;
    unpack({palette, in.joints_needed}, numbers);
    for (const SkinBlocks::Block& block : in.blocks)
        for (uint32_t part = 0; part * lanes < block.used; ++part) {
            Blend m;
            blend(in.joint.data() + block.first_joint, block.joints,
                  in.weight.data() + std::size_t{block.first_joint} * lanes_per_block + part * lanes, numbers.data(),
                  m);
            skin_part(block, part, m, position, normal);
        }
}

}  // namespace bonescope::SKIN_NAMESPACE

#undef SKIN_SHUFFLE
#undef SKIN_INLINE
#undef SKIN_NAMESPACE
#undef SKIN_TARGET
#undef SKIN_LANES
