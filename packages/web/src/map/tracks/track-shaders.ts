/**
 * Six corners per segment: the shader reads two neighbors of the same points, so that a change of color is a uniform.
 * Everything constant along a segment is computed here: the cost of a pixel matters where years overlap.
 */
export const TRACK_VERTEX_SHADER = `#version 300 es
precision highp float;
precision highp int;
uniform highp usampler2D u_points; // a point is two texels, a row has 1024 of them
uniform mat4 u_matrix;    // Mercator relative to the centre -> clip
uniform vec4 u_centre;    // x, y high; x, y low; of this copy of the world
uniform vec2 u_viewport;  // css px
uniform vec2 u_focus;     // s after the first point
uniform float u_half;     // px
uniform float u_outside;  // px; of what is outside of the focus
uniform vec3 u_palette[6];
uniform vec3 u_vehicle;
uniform vec3 u_unknown;
uniform vec3 u_casing;
uniform int u_isCasing;
uniform int u_mode;       // 0 speed, 1 trip, 2 vehicle, 3 ignition, 4 measured
out vec2 v_px;            // along, across
out float v_scale;        // speed in km/h, or share of a scale: 0..250
flat out vec4 v_line;     // length; half; alpha; 1 = dots
flat out vec4 v_colour;   // and whether it counts; else the scale does

struct Point {
  vec4 place; // x, y high; x, y low
  float time; // s after the first point
  vec4 style;  // speed, flags, trip, share of the scale
};
Point pointAt(int i) {
  ivec2 at = ivec2((i % 1024) * 2, i / 1024);
  uvec4 more = texelFetch(u_points, at + ivec2(1, 0), 0);
  uvec4 style = (uvec4(more.y) >> uvec4(0u, 8u, 16u, 24u)) & 255u;
  return Point(uintBitsToFloat(texelFetch(u_points, at, 0)), uintBitsToFloat(more.x), vec4(style));
}

void main() {
  int segment = gl_VertexID / 6;
  int turn = gl_VertexID % 6;
  // Along and across -1..1; two triangles share a diagonal.
  vec2 corner = vec2(turn == 1 || turn > 3 ? 1.0 : -1.0, turn == 2 || turn == 3 || turn == 5 ? 1.0 : -1.0);
  Point begin = pointAt(segment);
  Point end = pointAt(segment + 1);
  float isGap = mod(floor(end.style.y / 8.0), 2.0);
  bool isInside = u_focus.x <= begin.time && end.time <= u_focus.y;
  if (u_isCasing == 1 && (isGap > 0.5 || !isInside)) {
    // Out of every view.
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec2 from = (begin.place.xy - u_centre.xy) + (begin.place.zw - u_centre.zw);
  vec2 to = (end.place.xy - u_centre.xy) + (end.place.zw - u_centre.zw);
  vec4 fromClip = u_matrix * vec4(from, 0.0, 1.0);
  vec4 toClip = u_matrix * vec4(to, 0.0, 1.0);
  vec2 scale = u_viewport * 0.5;
  vec2 way = toClip.xy / toClip.w * scale - fromClip.xy / fromClip.w * scale;
  float px = length(way);
  vec2 along = px < 0.001 ? vec2(1.0, 0.0) : way / px;
  float half_px = isGap > 0.5 ? 1.25 : isInside ? u_half : u_outside;
  // Pale segments that overlap at their ends would be a row of blobs.
  float reach = isInside ? half_px + 0.5 : 0.0;
  float isEnd = step(0.0, corner.x);
  corner *= vec2(reach, half_px + 0.5);
  v_px = vec2(isEnd * px + corner.x, corner.y);
  vec4 clip = mix(fromClip, toClip, isEnd);
  clip.xy += (along * corner.x + vec2(-along.y, along.x) * corner.y) / scale * clip.w;
  gl_Position = clip;
  v_line = vec4(px, half_px, (isInside ? 1.0 : 0.3) * (isGap > 0.5 ? 0.75 : 1.0), isGap);
  bool isKnown = max(begin.style.w, end.style.w) <= 250.0;
  bool isScale = u_isCasing == 0 && isGap < 0.5 && (u_mode == 0 || u_mode == 4 && isKnown);
  v_scale = u_mode == 0 ? mix(begin.style.x, end.style.x, isEnd) : mix(begin.style.w, end.style.w, isEnd);
  vec3 colour = u_vehicle;
  if (u_mode == 1) colour = end.style.z > 200.0 ? u_unknown : u_palette[int(mod(end.style.z, 6.0))];
  if (u_mode == 3) colour = mod(floor(end.style.y / 32.0), 2.0) > 0.5 ? u_palette[0] : u_unknown;
  if (u_mode == 4 || isGap > 0.5) colour = u_unknown;
  if (u_isCasing == 1) colour = u_casing;
  v_colour = vec4(colour, isScale ? 0.0 : 1.0);
}`;

export const TRACK_FRAGMENT_SHADER = `#version 300 es
precision highp float;
precision highp int;
in vec2 v_px;
in float v_scale;
flat in vec4 v_line;
flat in vec4 v_colour;
uniform vec3 u_palette[6];
uniform int u_mode;
out vec4 o_colour;

int bySpeed(float kmh) {
  return int(kmh > 20.0) + int(kmh > 40.0) + int(kmh > 60.0) + int(kmh > 80.0) + int(kmh > 110.0);
}

void main() {
  vec2 beyond = vec2(v_px.x - clamp(v_px.x, 0.0, v_line.x), v_px.y);
  float cover = clamp(v_line.y + 0.5 - length(beyond), 0.0, 1.0);
  // Nothing is known of this way: a thin line of dots says only that it went on there.
  if (v_line.w > 0.5 && mod(v_px.x, 9.0) > 4.0) discard;
  float alpha = cover * v_line.z;
  vec3 colour = v_colour.rgb;
  if (v_colour.a < 0.5) colour = u_palette[u_mode == 0 ? bySpeed(v_scale) : min(5, int(v_scale / 250.0 * 6.0))];
  o_colour = vec4(colour * alpha, alpha);
}`;
