/** One quad per vehicle. Movement is computed here: script cost per frame does not depend on the fleet. */
export const VERTEX_SHADER = `#version 300 es
precision highp float;
in vec2 a_corner;
in vec4 a_from;      // x, y high; x, y low
in vec4 a_to;
in vec2 a_courses;   // degrees, from and to
in float a_started;  // ms after the epoch
in vec4 a_style;      // category, status, flags, unused
in vec4 a_body;
in vec4 a_extra;
in float a_shown;
uniform mat4 u_matrix;       // Mercator relative to the centre -> clip
uniform vec4 u_centre;       // x, y high; x, y low; of this copy of the world
uniform vec2 u_viewport;     // css px
uniform vec3 u_sizes;        // half icon px, half quad px, share of detail (0 dot .. 1 icon)
uniform vec2 u_now_bearing;  // ms after the epoch, radians
uniform float u_selected;
uniform float u_grid;        // columns of the atlas
out vec2 v_px;
out vec2 v_heading;
out vec2 v_icon;
flat out vec2 v_cell;
flat out vec3 v_body;
flat out vec3 v_extra;
flat out vec3 v_state;       // status, moving, alarm

void main() {
  float flags = a_style.z;
  float placed = mod(floor(flags / 2.0), 2.0);
  if (placed < 0.5 || (a_shown < 0.5 && u_selected < 0.5)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  float part = clamp((u_now_bearing.x - a_started) / 500.0, 0.0, 1.0);
  float share = part * part * (3.0 - 2.0 * part);
  // High parts first: near the centre their difference is exact, and only then do the low parts count.
  vec2 from = (a_from.xy - u_centre.xy) + (a_from.zw - u_centre.zw);
  vec2 to = (a_to.xy - u_centre.xy) + (a_to.zw - u_centre.zw);
  vec4 clip = u_matrix * vec4(mix(from, to, share), 0.0, 1.0);
  float turn = radians(mix(a_courses.x, a_courses.y, share)) - u_now_bearing.y;
  v_px = a_corner * u_sizes.y;
  clip.xy += v_px * vec2(2.0, -2.0) / u_viewport * clip.w;
  gl_Position = clip;
  v_heading = vec2(sin(turn), -cos(turn));
  vec2 upright = vec2(-v_heading.y, v_heading.x);
  v_icon = vec2(dot(v_px, vec2(upright.x, upright.y)), dot(v_px, -v_heading)) / u_sizes.x;
  v_cell = vec2(mod(a_style.x, u_grid), floor(a_style.x / u_grid));
  v_body = a_body.rgb;
  v_extra = a_extra.rgb;
  v_state = vec3(a_style.y, mod(flags, 2.0), mod(floor(flags / 8.0), 2.0));
}`;

export const FRAGMENT_SHADER = `#version 300 es
precision highp float;
in vec2 v_px;
in vec2 v_heading;
in vec2 v_icon;
flat in vec2 v_cell;
flat in vec3 v_body;
flat in vec3 v_extra;
flat in vec3 v_state;
uniform sampler2D u_masks;
uniform vec3 u_sizes;
uniform vec4 u_atlas;        // size of a cell in texture units x, y; share of the cell that the icon fills; px ratio
uniform float u_selected;
uniform vec3 u_accent;
uniform vec3 u_disc;         // ground behind the icon, by colour scheme
out vec4 o_colour;

const vec3 ONLINE = vec3(0.086, 0.639, 0.290);
const vec3 OFFLINE = vec3(0.863, 0.224, 0.224);
const vec3 UNKNOWN = vec3(0.851, 0.557, 0.067);
const vec3 ALARM = vec3(0.906, 0.110, 0.380);
const vec3 DARK = vec3(0.094, 0.129, 0.180);

vec4 masks(vec2 at) {
  // Outside the cell there is nothing, whatever the neighbour has.
  vec2 inside = step(abs(at), vec2(1.0));
  vec2 uv = (v_cell + 0.5 + at * 0.5 * u_atlas.z) * u_atlas.xy;
  return texture(u_masks, uv, -0.6) * inside.x * inside.y;
}
// Light falls from the north-west of the screen, whichever way the vehicle looks.
float relief(vec2 at) {
  vec2 light = vec2(-0.7071, -0.7071);
  vec2 turned = vec2(dot(light, vec2(-v_heading.y, v_heading.x)), dot(light, -v_heading)) * 0.09;
  return masks(at - turned).r - masks(at + turned).r;
}
void over(inout vec4 below, vec3 colour, float alpha) {
  below = vec4(colour * alpha, alpha) + below * (1.0 - alpha);
}

void main() {
  float soft = 0.75 / u_atlas.w;
  float radius = length(v_px);
  float moving = v_state.y;
  vec3 status = v_state.x < 0.5 ? ONLINE : v_state.x < 1.5 ? OFFLINE : UNKNOWN;
  float awake = v_state.x < 0.5 ? 1.0 : 0.62;
  if (v_state.z > 0.5) status = ALARM;
  vec4 icon = vec4(0.0);

  if (u_sizes.z > 0.0) {
    float ring = u_sizes.x * 1.2;
    float width = mix(1.4, 2.2, moving) + u_selected * 0.6;
    // Shadow, ground, ring.
    float shadow = smoothstep(ring + 5.0, ring - 2.0, length(v_px - vec2(0.0, 1.6)));
    over(icon, vec3(0.03, 0.06, 0.12), shadow * 0.22);
    // Which way it goes: a tip on the ring, only while it moves.
    float along = dot(v_px, v_heading);
    float across = abs(dot(v_px, vec2(-v_heading.y, v_heading.x)));
    float reach = ring + u_sizes.x * 0.52;
    float slope = (reach - along) * 0.68 - across;
    float tip = smoothstep(-soft, soft, slope) * smoothstep(ring * 0.6, ring * 0.72, along) * moving;
    over(icon, vec3(1.0), smoothstep(-soft - 1.1, soft - 1.1, slope) * smoothstep(ring * 0.6, ring * 0.72, along) * moving * 0.9);
    over(icon, status, tip);
    over(icon, vec3(1.0), smoothstep(ring + soft + 1.0, ring - soft + 1.0, radius) * 0.9);
    over(icon, status, smoothstep(ring + soft, ring - soft, radius));
    over(icon, u_disc, smoothstep(ring - width + soft, ring - width - soft, radius));
    vec4 mask = masks(v_icon);
    float inside = max(mask.r, max(mask.g, mask.b));
    vec3 paint = mix(v_body, v_extra, mask.g);
    paint = mix(paint, DARK, mask.b * 0.9);
    paint *= 1.0 + relief(v_icon) * 0.34;
    over(icon, vec3(1.0), mask.a * 0.85 * awake);
    over(icon, clamp(paint, 0.0, 1.0), inside * awake);
  }
  // Far away: a dot; a moving one is whole, a standing one has a light core.
  float size = u_sizes.x * 0.82;
  vec4 dot_ = vec4(0.0);
  over(dot_, vec3(1.0), smoothstep(size + 1.0 + soft, size + 1.0 - soft, radius) * 0.85);
  over(dot_, status, smoothstep(size + soft, size - soft, radius));
  over(dot_, vec3(1.0), smoothstep(size * 0.45 + soft, size * 0.45 - soft, radius) * (1.0 - moving) * 0.75);
  dot_ *= mix(0.8, 1.0, awake);

  vec4 colour = mix(dot_, icon, u_sizes.z);
  if (u_selected > 0.5) {
    float halo = u_sizes.x * mix(1.1, 1.2, u_sizes.z) + 4.0;
    float band = smoothstep(3.0 + soft, 3.0 - soft, abs(radius - halo - 1.5));
    vec4 glow = vec4(0.0);
    over(glow, u_accent, smoothstep(halo + 9.0, halo - 1.0, radius) * 0.28);
    over(glow, u_accent, band * 0.95);
    colour = colour + glow * (1.0 - colour.a);
  }
  if (colour.a < 0.004) discard;
  o_colour = colour;
}`;
