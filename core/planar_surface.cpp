// Bones that are grids: children live on the square -200..200, cut into triangles, and on what continues it outside.
#include "core/planar_rig.h"
#include <cmath>

namespace bonescope {
namespace {

constexpr float inner = 200, outer = 1000, band = outer - inner;

const SurfaceGrid& surface_at(const RigNow& now, int surface) {
    return now.rig.surfaces[static_cast<std::size_t>(surface)];
}

vec2 grid_point(const RigNow& now, int surface, int column, int row) {
    const auto at = static_cast<std::size_t>(row * (surface_at(now, surface).columns + 1) + column);
    const auto& grid = now.out.grids[static_cast<std::size_t>(surface)];
    return at < grid.size() ? grid[at] : vec2(0);
}

// A cell of the reference square and where its corners have gone.
struct Cell {
    vec2 at, size;
    vec2 tl, tr, bl, br;
};

// The half of it that holds the place, split from top right to bottom left.
Affine in_cell(const Cell& cell, vec2 p) {
    const float diagonal = -(cell.size.y / cell.size.x) * (p.x - cell.at.x - cell.size.x) + cell.at.y;
    if (p.y > diagonal) {
        const vec2 x = (cell.br - cell.bl) / cell.size.x, y = (cell.br - cell.tr) / cell.size.y;
        Affine out{x.x, x.y, y.x, y.y, vec2(0)};
        out.t = cell.br - turn(out, cell.at + cell.size);
        return out;
    }
    const vec2 x = (cell.tr - cell.tl) / cell.size.x, y = (cell.bl - cell.tl) / cell.size.y;
    Affine out{x.x, x.y, y.x, y.y, vec2(0)};
    out.t = cell.tl - turn(out, cell.at);
    return out;
}

Cell inner_cell(const RigNow& now, int surface, int column, int row) {
    const SurfaceGrid& s = surface_at(now, surface);
    const vec2 size{2 * inner / static_cast<float>(s.columns), 2 * inner / static_cast<float>(s.rows)};
    const auto point = [&](int dx, int dy) { return grid_point(now, surface, column + dx, row + dy); };
    return {vec2(-inner) + size * vec2(static_cast<float>(column), static_cast<float>(row)),
            size,
            point(0, 0),
            point(1, 0),
            point(0, 1),
            point(1, 1)};
}

// Beyond one side: two corners on the grid's border, two where the mean transform puts them.
Cell side_cell(const RigNow& now, int surface, vec2 p, const Affine& mean) {
    const SurfaceGrid& s = surface_at(now, surface);
    const vec2 size{2 * inner / static_cast<float>(s.columns), 2 * inner / static_cast<float>(s.rows)};
    const bool across = p.x < -inner || p.x >= inner;
    Cell cell;
    if (across) {
        const int row = static_cast<int>((p.y + inner) / size.y), edge = p.x < -inner ? 0 : s.columns;
        cell.at = {p.x < -inner ? -outer : inner, -inner + size.y * static_cast<float>(row)};
        cell.size = {band, size.y};
        const vec2 top = grid_point(now, surface, edge, row), bottom = grid_point(now, surface, edge, row + 1);
        const vec2 far_top = mean * vec2(p.x < -inner ? -outer : outer, cell.at.y);
        const vec2 far_bottom = mean * vec2(p.x < -inner ? -outer : outer, cell.at.y + size.y);
        const bool left = p.x < -inner;
        cell.tl = left ? far_top : top, cell.tr = left ? top : far_top;
        cell.bl = left ? far_bottom : bottom, cell.br = left ? bottom : far_bottom;
        return cell;
    }
    const int column = static_cast<int>((p.x + inner) / size.x), edge = p.y < -inner ? 0 : s.rows;
    cell.at = {-inner + size.x * static_cast<float>(column), p.y < -inner ? -outer : inner};
    cell.size = {size.x, band};
    const vec2 left = grid_point(now, surface, column, edge), right = grid_point(now, surface, column + 1, edge);
    const float far_y = p.y < -inner ? -outer : outer;
    const vec2 far_left = mean * vec2(cell.at.x, far_y), far_right = mean * vec2(cell.at.x + size.x, far_y);
    const bool top = p.y < -inner;
    cell.tl = top ? far_left : left, cell.tr = top ? far_right : right;
    cell.bl = top ? left : far_left, cell.br = top ? right : far_right;
    return cell;
}

Affine mean_affine(const RigNow& now, int surface) {
    const SurfaceGrid& s = surface_at(now, surface);
    const vec2 tl = grid_point(now, surface, 0, 0), tr = grid_point(now, surface, s.columns, 0);
    const vec2 bl = grid_point(now, surface, 0, s.rows), br = grid_point(now, surface, s.columns, s.rows);
    const vec2 middle = (tl + tr + bl + br) * 0.25f;
    const vec2 x = ((tr + br) * 0.5f - middle) / inner, y = ((bl + br) * 0.5f - middle) / inner;
    return {x.x, x.y, y.x, y.y, middle};
}

bool inside(float x) { return x >= -inner && x < inner; }

}  // namespace

Affine affine_at(const RigNow& now, int surface, vec2 p) {
    const SurfaceGrid& s = surface_at(now, surface);
    const Affine& mean = now.out.means[static_cast<std::size_t>(surface)];
    if (s.columns < 1 || s.rows < 1 || !std::isfinite(p.x) || !std::isfinite(p.y)) return mean;
    const bool in_x = inside(p.x), in_y = inside(p.y);
    const bool near_by = std::abs(p.x) <= outer && std::abs(p.y) <= outer;
    if ((!in_x && !in_y) || !near_by) return mean;
    if (!in_x || !in_y) return in_cell(side_cell(now, surface, p, mean), p);
    const auto column = static_cast<int>((p.x + inner) / (2 * inner) * static_cast<float>(s.columns));
    const auto row = static_cast<int>((p.y + inner) / (2 * inner) * static_cast<float>(s.rows));
    return in_cell(inner_cell(now, surface, std::min(column, s.columns - 1), std::min(row, s.rows - 1)), p);
}

void through_surface(const RigNow& now, int surface, std::span<vec2> points) {
    const SurfaceGrid& s = surface_at(now, surface);
    const auto& grid = now.out.grids[static_cast<std::size_t>(surface)];
    const auto corners = (static_cast<std::size_t>(s.columns) + 1) * (static_cast<std::size_t>(s.rows) + 1);
    const bool whole = s.columns > 0 && s.rows > 0 && grid.size() >= corners;
    const vec2 per{static_cast<float>(s.columns) / (2 * inner), static_cast<float>(s.rows) / (2 * inner)};
    for (vec2& p : points) {
        if (!whole || !inside(p.x) || !inside(p.y)) {
            p = affine_at(now, surface, p) * p;
            continue;
        }
        const vec2 at = (p + inner) * per;
        const int column = std::min(static_cast<int>(at.x), s.columns - 1);
        const int row = std::min(static_cast<int>(at.y), s.rows - 1);
        const vec2* top = grid.data() + row * (s.columns + 1) + column;
        const vec2* bottom = top + s.columns + 1;
        const float x = at.x - static_cast<float>(column), y = at.y - static_cast<float>(row);
        // Which half holds a point no processor can guess: both are one sum.
        const bool lower = x + y > 1;
        const vec2 corner = lower ? bottom[1] : top[0];
        const vec2 beside = lower ? bottom[0] : top[1], across = lower ? top[1] : bottom[0];
        p = corner + (beside - corner) * (lower ? 1 - x : x) + (across - corner) * (lower ? 1 - y : y);
    }
}

void compose_surface(RigNow& now, int joint) {
    const int surface = now.surface(joint), parent = now.parent(joint);
    const auto at = static_cast<std::size_t>(surface);
    std::vector<vec2>& grid = now.out.grids[at];
    grid = now.rig.surfaces[at].points;
    for (const PlanarValues::Moved& moved : now.values.moved) {
        if (moved.joint == joint)
            add_floats(grid, moved.first, std::span(now.values.moves).subspan(moved.at, moved.count));
    }
    if (const int above = now.surface(parent); above >= 0)
        through_surface(now, above, grid);
    else if (parent >= 0)
        for (vec2& point : grid) point = now.out.world[static_cast<std::size_t>(parent)] * point;
    const auto j = static_cast<std::size_t>(joint);
    now.out.world[j] = now.out.means[at] = mean_affine(now, surface);
    now.out.global[j] = planar_of(now.out.world[j], vec2(1));
}

void compose_on_surface(RigNow& now, int joint, int surface) {
    const auto j = static_cast<std::size_t>(joint);
    const Planar& own = now.out.local[j];
    const uint8_t flags = now.skeleton.joints[j].inherit;
    int ordinary = now.parent(joint);
    while (ordinary >= 0 && now.surface(ordinary) >= 0) ordinary = now.parent(ordinary);
    Planar p = own;
    if (flags & InheritRotation) p.angle += now.out.global[static_cast<std::size_t>(now.parent(joint))].angle;
    if ((flags & InheritScale) && ordinary >= 0) p.s *= now.out.global[static_cast<std::size_t>(ordinary)].s;
    if (flags & InheritTranslation) p.t = affine_at(now, surface, own.t) * own.t;
    now.out.world[j] = affine_of(p);
    now.out.global[j] = p;
}

}  // namespace bonescope
