/** One quad per segment: it reads two neighbours of the same buffer, so that a change of colour is a uniform. */
export const TRACK_VERTEX_SHADER = `#version 300 es
precision highp float;
in vec2 a_corner;    // along -1..1, across -1..1
in vec4 a_from;      // x, y high; x, y low
in float a_fromTime; // s after the first point
in vec4 a_fromLook;  // speed, flags, trip, share of the scale
in vec4 a_to;
in float a_toTime;
in vec4 a_toLook;
uniform mat4 u_matrix;    // Mercator relative to the centre -> clip
uniform vec4 u_centre;    // x, y high; x, y low; of this copy of the world
uniform vec2 u_viewport;  // css px
uniform vec2 u_focus;     // s after the first point
uniform float u_half;     // px
out vec2 v_px;            // along, across
flat out float v_length;
out float v_speed;
out float v_share;        // 0..250; beyond one whole scale = unknown
flat out vec3 v_look;     // flags of the end, trip, inside of the focus

void main() {
  vec2 from = (a_from.xy - u_centre.xy) + (a_from.zw - u_centre.zw);
  vec2 to = (a_to.xy - u_centre.xy) + (a_to.zw - u_centre.zw);
  vec4 fromClip = u_matrix * vec4(from, 0.0, 1.0);
  vec4 toClip = u_matrix * vec4(to, 0.0, 1.0);
  vec2 scale = u_viewport * 0.5;
  vec2 way = toClip.xy / toClip.w * scale - fromClip.xy / fromClip.w * scale;
  v_length = length(way);
  vec2 along = v_length < 0.001 ? vec2(1.0, 0.0) : way / v_length;
  float reach = u_half + 1.0;
  float isEnd = step(0.0, a_corner.x);
  v_px = vec2(isEnd * v_length + a_corner.x * reach, a_corner.y * reach);
  vec4 clip = mix(fromClip, toClip, isEnd);
  vec2 moved = along * a_corner.x * reach + vec2(-along.y, along.x) * a_corner.y * reach;
  clip.xy += moved / scale * clip.w;
  gl_Position = clip;
  v_speed = mix(a_fromLook.x, a_toLook.x, isEnd);
  bool isKnown = max(a_fromLook.w, a_toLook.w) <= 250.0;
  v_share = isKnown ? mix(a_fromLook.w, a_toLook.w, isEnd) : 1000.0;
  float isInside = step(u_focus.x, a_fromTime) * step(a_toTime, u_focus.y);
  v_look = vec3(a_toLook.y, a_toLook.z, isInside);
}`;

export const TRACK_FRAGMENT_SHADER = `#version 300 es
precision highp float;
in vec2 v_px;
flat in float v_length;
in float v_speed;
in float v_share;
flat in vec3 v_look;
uniform vec3 u_palette[6];
uniform vec3 u_vehicle;
uniform vec3 u_unknown;
uniform vec3 u_casing;
uniform float u_isCasing;
uniform int u_mode;       // 0 speed, 1 trip, 2 vehicle, 3 ignition, 4 measured
uniform float u_half;
out vec4 o_colour;

vec3 bySpeed(float kmh) {
  if (kmh <= 20.0) return u_palette[0];
  if (kmh <= 40.0) return u_palette[1];
  if (kmh <= 60.0) return u_palette[2];
  if (kmh <= 80.0) return u_palette[3];
  return kmh <= 110.0 ? u_palette[4] : u_palette[5];
}

void main() {
  float isGap = mod(floor(v_look.x / 8.0), 2.0);
  float isOn = mod(floor(v_look.x / 32.0), 2.0);
  vec2 beyond = vec2(v_px.x - clamp(v_px.x, 0.0, v_length), v_px.y);
  float reach = isGap > 0.5 ? 1.25 : u_half;
  float cover = clamp(reach + 0.5 - length(beyond), 0.0, 1.0);
  // Nothing is known of this way: a thin line of dots says only that it went on there.
  if (isGap > 0.5 && (u_isCasing > 0.5 || mod(v_px.x, 9.0) > 4.0)) discard;
  // Pale segments that overlap at their ends would be a row of blobs.
  if (v_look.z < 0.5 && (v_px.x < 0.0 || v_px.x > v_length || u_isCasing > 0.5)) discard;
  float alpha = cover * (v_look.z > 0.5 ? 1.0 : 0.3) * (isGap > 0.5 ? 0.75 : 1.0);
  if (alpha < 0.01) discard;
  vec3 colour = u_vehicle;
  if (u_mode == 0) colour = bySpeed(v_speed);
  if (u_mode == 1) colour = v_look.y > 200.0 ? u_unknown : u_palette[int(mod(v_look.y, 6.0))];
  if (u_mode == 3) colour = isOn > 0.5 ? u_palette[0] : u_unknown;
  if (u_mode == 4) colour = v_share > 500.0 ? u_unknown : u_palette[min(5, int(v_share / 250.0 * 6.0))];
  if (isGap > 0.5) colour = u_unknown;
  if (u_isCasing > 0.5) colour = u_casing;
  o_colour = vec4(colour * alpha, alpha);
}`;
