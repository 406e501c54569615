// Four corners per line: a strip around it, as wide as the line and half a pixel more for the soft edge.
layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
layout(location = 2) in vec4 color_a;
layout(location = 3) in vec4 color_b;
layout(location = 4) in float width;
uniform mat4 matrix;
uniform vec2 size;  // of the picture in pixels
noperspective out vec2 place;  // along and across, pixels
flat out float span, radius;
flat out vec4 first, last;

void main() {
    vec4 p = matrix * vec4(a, 1), q = matrix * vec4(b, 1);
    float p_in = p.z + p.w, q_in = q.z + q.w;  // distance to the near plane
    gl_Position = vec4(2, 2, 2, 1);
    place = vec2(0);
    span = radius = 0.0;
    first = color_a;
    last = color_b;
    if (p_in <= 0.0 && q_in <= 0.0) return;
    if (p_in < 0.0) p = mix(p, q, p_in / (p_in - q_in) * 1.0001);
    if (q_in < 0.0) q = mix(q, p, q_in / (q_in - p_in) * 1.0001);

    vec2 from = p.xy / p.w * size * 0.5, to = q.xy / q.w * size * 0.5;
    span = length(to - from);
    vec2 along = span > 1e-4 ? (to - from) / span : vec2(1, 0);
    radius = width * 0.5;
    float grown = max(radius, 0.5) + 0.5;
    int corner = gl_VertexID & 3;
    bool at_end = corner > 1;
    place = vec2(at_end ? span + grown : -grown, (corner & 1) == 1 ? grown : -grown);
    vec2 pixel = from + along * place.x + vec2(-along.y, along.x) * place.y;
    vec4 end = at_end ? q : p;
    gl_Position = vec4(pixel / (size * 0.5), end.z / end.w, 1);
}
