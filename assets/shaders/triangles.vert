layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 color;
uniform mat4 view, projection;
uniform bool flip_v;
out vec3 at;  // view space
out vec3 side;
out vec2 texel;
out vec4 tint;

void main() {
    vec4 seen = view * vec4(position, 1);
    at = seen.xyz;
    side = mat3(view) * normal;
    texel = flip_v ? vec2(uv.x, 1.0 - uv.y) : uv;
    tint = color;
    gl_Position = projection * seen;
}
