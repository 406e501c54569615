noperspective in vec2 place;
flat in float span, radius;
flat in vec4 first, last;
out vec4 result;

void main() {
    vec2 beyond = vec2(max(max(-place.x, place.x - span), 0.0), place.y);
    float wide = max(radius, 0.5);
    result = mix(first, last, span > 0.0 ? clamp(place.x / span, 0.0, 1.0) : 0.0);
    result.a *= clamp(wide + 0.5 - length(beyond), 0.0, 1.0) * min(radius / wide, 1.0);
}
