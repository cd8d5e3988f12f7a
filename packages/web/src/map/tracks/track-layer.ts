import type { CustomLayerInterface, CustomRenderMethodInput, Map as MapLibre } from 'maplibre-gl';
import { makeProgram } from '../vehicles/gl-program.ts';
import { rgbOf, type ColourScheme } from '../map-palette.ts';
import { mercatorCentre, movedTo, visibleCopies } from '../vehicles/view-matrix.ts';
import { packTrack, ROW_POINTS, TRACK_STRIDE, type TrackFocus, type TrackLine } from './track-buffer.ts';
import { casingOf, paletteOf, UNKNOWN_COLOUR, type TrackColouring } from './track-colours.ts';
import { TRACK_FRAGMENT_SHADER, TRACK_VERTEX_SHADER } from './track-shaders.ts';
import { FULL_WEIGHT, spreadOf, weightOf, type TrackSpread, type TrackWeight } from './track-weight.ts';

export const TRACK_LAYER = 'history-track';
const TILE_PX = 512;
const MODES: readonly TrackColouring[] = ['speed', 'trip', 'vehicle', 'ignition', 'measured'];
/** Two triangles. */
const CORNERS = 6;
const WORD_BYTES = 4;
const TEXEL_WORDS = 4;
const UNIFORMS = [
  'u_points',
  'u_matrix',
  'u_centre',
  'u_viewport',
  'u_focus',
  'u_half',
  'u_outside',
  'u_palette',
  'u_vehicle',
  'u_unknown',
  'u_casing',
  'u_isCasing',
  'u_mode',
] as const;
type Uniforms = ReadonlyMap<(typeof UNIFORMS)[number], WebGLUniformLocation | null>;

interface Uploaded {
  readonly line: TrackLine;
  readonly texture: WebGLTexture | null;
  readonly spread: TrackSpread;
}
interface Packed {
  readonly words: Uint32Array;
  readonly spread: TrackSpread;
}

/**
 * Draws ways as quads, one per segment, casing first. What changes with the screen or the choice of colors is a
 * uniform: only another way is an upload. Points are a texture that the shader reads two neighbors of, and a way is one
 * call: an instance for each of 80,000 segments costs a rasteriser without a graphics card ten times as much.
 * After a lost context the map adds a new one.
 */
export class TrackLayer implements CustomLayerInterface {
  readonly id = TRACK_LAYER;
  readonly type = 'custom' as const;
  readonly renderingMode = '2d' as const;
  #map: MapLibre | null = null;
  #program: WebGLProgram | null = null;
  #uniforms: Uniforms = new Map();
  #vertexArray: WebGLVertexArrayObject | null = null;
  #lines: readonly TrackLine[] = [];
  #packing: ReturnType<typeof setTimeout> | undefined;
  #uploaded: readonly Uploaded[] = [];
  /** Lines that wait for a frame. */
  #packed = new Map<TrackLine, Packed>();
  colouring: TrackColouring = 'speed';
  scheme: ColourScheme = 'light';
  focus: TrackFocus | null = null;

  setLines(lines: readonly TrackLine[]): void {
    clearTimeout(this.#packing);
    // A track of a year takes some milliseconds to pack: not within a frame, nor within the current event handler.
    this.#packing = setTimeout(() => {
      const known = new Set(this.#uploaded.map(({ line }) => line));
      const waiting = lines.filter((line) => !known.has(line));
      this.#packed = new Map(waiting.map((line) => [line, this.#packed.get(line) ?? pack(line)]));
      this.#lines = lines;
      this.refresh();
    });
  }
  refresh(): void {
    this.#map?.triggerRepaint();
  }

  onAdd(map: MapLibre, gl: WebGLRenderingContext | WebGL2RenderingContext): void {
    this.#map = map;
    if (!(gl instanceof WebGL2RenderingContext)) return;
    const program = makeProgram(gl, {
      vertex: TRACK_VERTEX_SHADER,
      fragment: TRACK_FRAGMENT_SHADER,
      attributes: [],
    });
    this.#program = program;
    this.#uniforms = new Map(UNIFORMS.map((name) => [name, gl.getUniformLocation(program, name)]));
    this.#vertexArray = gl.createVertexArray();
    this.#uploaded = [];
  }

  onRemove(_map: MapLibre, gl: WebGLRenderingContext | WebGL2RenderingContext): void {
    clearTimeout(this.#packing);
    gl.deleteProgram(this.#program);
    for (const { texture } of this.#uploaded) gl.deleteTexture(texture);
    if (gl instanceof WebGL2RenderingContext) gl.deleteVertexArray(this.#vertexArray);
    this.#uploaded = [];
    this.#map = null;
  }

  render(gl: WebGLRenderingContext | WebGL2RenderingContext, input: CustomRenderMethodInput): void {
    const map = this.#map;
    if (map === null || !(gl instanceof WebGL2RenderingContext)) return;
    gl.bindVertexArray(this.#vertexArray);
    gl.activeTexture(gl.TEXTURE0);
    this.#upload(gl);
    gl.useProgram(this.#program);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.#setShared(gl, map);
    const weight = this.#weight(map);
    const matrix = Float64Array.from(input.defaultProjectionData.mainMatrix);
    for (const copy of visibleCopies(map)) {
      this.#setCopy(gl, { map, matrix, copy });
      // All casings before all lines: where ways cross, no line is cut by another's edge.
      for (const isCasing of [1, 0]) {
        const { halfPx, casingPx } = this.focus === null ? weight : FULL_WEIGHT;
        if (isCasing === 1 && casingPx === 0) continue;
        gl.uniform1i(this.#at('u_isCasing'), isCasing);
        gl.uniform1f(this.#at('u_half'), halfPx + isCasing * casingPx);
        gl.uniform1f(this.#at('u_outside'), weight.halfPx);
        for (const each of this.#uploaded) this.#drawLine(gl, each);
      }
    }
    gl.bindVertexArray(null);
  }

  #at(name: (typeof UNIFORMS)[number]): WebGLUniformLocation | null {
    return this.#uniforms.get(name) ?? null;
  }
  #weight(map: MapLibre): TrackWeight {
    const spreads = this.#uploaded.map(({ spread }) => spread);
    return weightOf(spreads, TILE_PX * 2 ** map.getZoom());
  }
  #upload(gl: WebGL2RenderingContext): void {
    const known = new Map(this.#uploaded.map((each) => [each.line, each]));
    if (known.size === this.#lines.length && this.#lines.every((line) => known.has(line))) return;
    const next = this.#lines.map(
      (line) => known.get(line) ?? upload(gl, line, this.#packed.get(line) ?? pack(line)),
    );
    this.#packed.clear();
    for (const old of this.#uploaded) if (!next.includes(old)) gl.deleteTexture(old.texture);
    this.#uploaded = next;
  }
  #setShared(gl: WebGL2RenderingContext, map: MapLibre): void {
    const { clientWidth, clientHeight } = map.getCanvas();
    gl.uniform1i(this.#at('u_points'), 0);
    gl.uniform2f(this.#at('u_viewport'), clientWidth, clientHeight);
    gl.uniform1i(this.#at('u_mode'), MODES.indexOf(this.colouring));
    gl.uniform3fv(this.#at('u_palette'), paletteOf(this.colouring, this.scheme));
    gl.uniform3f(this.#at('u_unknown'), ...rgbOf(UNKNOWN_COLOUR));
    gl.uniform3f(this.#at('u_casing'), ...casingOf(this.scheme));
  }
  #setCopy(
    gl: WebGL2RenderingContext,
    { map, matrix, copy }: { map: MapLibre; matrix: Float64Array; copy: number },
  ): void {
    const centre = mercatorCentre(map);
    gl.uniformMatrix4fv(this.#at('u_matrix'), false, movedTo(matrix, centre.x, centre.y));
    const x = centre.x - copy;
    const [highX, highY] = [Math.fround(x), Math.fround(centre.y)];
    gl.uniform4f(this.#at('u_centre'), highX, highY, x - highX, centre.y - highY);
  }
  #drawLine(gl: WebGL2RenderingContext, { line, texture }: Uploaded): void {
    if (line.length < 2) return;
    const { focus } = this;
    const origin = line.time[0] ?? 0;
    const isFocused = focus?.deviceId === line.deviceId;
    // A second more on both sides: the card keeps times of a year only to the second.
    if (focus === null) gl.uniform2f(this.#at('u_focus'), -1, 1e12);
    else if (isFocused) gl.uniform2f(this.#at('u_focus'), focus.from - origin - 2, focus.to - origin + 2);
    else gl.uniform2f(this.#at('u_focus'), 1e12, -1);
    gl.uniform3f(this.#at('u_vehicle'), ...rgbOf(line.colour));
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.drawArrays(gl.TRIANGLES, 0, CORNERS * (line.length - 1));
  }
}

function pack(line: TrackLine): Packed {
  return { words: new Uint32Array(packTrack(line).buffer), spread: spreadOf(line) };
}

function upload(gl: WebGL2RenderingContext, line: TrackLine, { words, spread }: Packed): Uploaded {
  const across = (ROW_POINTS * TRACK_STRIDE) / WORD_BYTES / TEXEL_WORDS;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  // The map may have left what it needs for its pictures.
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  const down = words.length / across / TEXEL_WORDS;
  const format = [gl.RGBA32UI, across, down, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT] as const;
  gl.texImage2D(gl.TEXTURE_2D, 0, ...format, words);
  return { line, texture, spread };
}
