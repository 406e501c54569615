in vec3 at;
in vec3 side;
in vec2 texel;
in vec4 tint;
uniform sampler2D picture;
uniform vec4 base;      // diffuse; the whole colour when unlit
uniform vec3 ambient;   // times what falls everywhere
uniform vec3 emissive;
uniform bool textured, lit, smooth_normals, orthographic;
#ifdef REJECT
uniform float reject;
#endif
#ifdef SPRITE
uniform vec4 add;
uniform float whiten;
#endif
#ifdef UNDER
uniform sampler2D under;  // what is in the picture already
uniform int mix_as;
#endif
out vec4 result;

const vec3 lamp = normalize(vec3(0.25, 0.45, 1));  // near the eye, a little above and to the right

#ifdef UNDER
vec3 hard(vec3 lower, vec3 upper) {
    return mix(2.0 * lower * upper, 1.0 - 2.0 * (1.0 - lower) * (1.0 - upper), step(0.5, upper));
}
// What a straight colour makes of an opaque one below it; the order of Blend from Darken on.
vec3 mixed(vec3 below, vec3 own) {
    if (mix_as == 0) return min(below, own);
    if (mix_as == 1) return max(below, own);
    if (mix_as == 2) return abs(below - own);
    if (mix_as == 3) return hard(below, own);
    if (mix_as == 4) return hard(own, below);
    return below;
}
#endif

#ifdef SPRITE
void main() {
    vec4 found = textured ? texture(picture, texel) : vec4(1);
    vec3 straight = found.a > 0.0 ? mix(found.rgb / found.a, vec3(1), whiten) * tint.rgb : vec3(0);
    vec4 changed = clamp(vec4(straight, found.a) * base + add, 0.0, 1.0);
#ifdef UNDER
    vec3 below = texelFetch(under, ivec2(gl_FragCoord.xy), 0).rgb;
    if (mix_as == 6) changed.a = 1.0 - changed.a;  // Keep
    changed.rgb = mixed(below, changed.rgb);
#endif
    result = vec4(changed.rgb * changed.a, changed.a);
}
#else
void main() {
    vec4 surface = textured ? texture(picture, texel) * tint : tint;
    surface.a *= base.a;
#ifdef REJECT
    if (surface.a <= reject) discard;
#endif
    if (lit) {
        vec3 n = smooth_normals ? side : cross(dFdx(at), dFdy(at));
        float size = dot(n, n);
        vec3 to_eye = orthographic ? vec3(0, 0, 1) : -at;
        n *= (dot(n, to_eye) < 0.0 ? -1.0 : 1.0) * (size > 0.0 ? inversesqrt(size) : 0.0);
        // A zero or broken normal is lit as if it faced the lamp halfway.
        float fall = size > 0.0 ? max(dot(n, lamp), 0.0) : 0.5;
        surface.rgb *= emissive + ambient * 0.38 + base.rgb * (0.72 * fall);
    } else {
        surface.rgb *= base.rgb;
    }
    result = surface;
}
#endif
