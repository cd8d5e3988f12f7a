import type { CustomLayerInterface, CustomRenderMethodInput, Map as MapLibre } from 'maplibre-gl';
import { makeProgram } from './gl-program.ts';
import { ATLAS_COLUMNS, ATLAS_ROWS, CELL_MARGIN, ICON_GRID, paintAtlas, type Masks } from './icon-atlas.ts';
import { visibleRuns, type Run } from './visible-runs.ts';
import { Offset, STRIDE, type VehicleInstances } from './vehicle-instances.ts';
import { FRAGMENT_SHADER, VERTEX_SHADER } from './vehicle-shaders.ts';
import { vehicleSize } from './vehicle-sizes.ts';
import { mercatorCentre, movedTo, visibleCopies } from './view-matrix.ts';

export const VEHICLE_LAYER = 'vehicles';
/** Vertex attributes by location; all but the corner advance once per vehicle. */
const ATTRIBUTES = [
  'a_corner',
  'a_from',
  'a_to',
  'a_courses',
  'a_started',
  'a_style',
  'a_body',
  'a_extra',
  'a_shown',
] as const;
const UNIFORMS = [
  'u_matrix',
  'u_centre',
  'u_viewport',
  'u_sizes',
  'u_now_bearing',
  'u_selected',
  'u_grid',
  'u_masks',
  'u_atlas',
  'u_accent',
  'u_disc',
] as const;
type Uniforms = Record<(typeof UNIFORMS)[number], WebGLUniformLocation | null>;

const TILE_PX = 512;
/** Two frames of most screens: what is due sooner is drawn with the next. */
const SOON_MS = 34;
/** Turns are drawn as often as that, too. */
const LONGEST_MS = 100;

export interface VehicleTheme {
  /** 0..1 each. */
  readonly accent: readonly [number, number, number];
  readonly disc: readonly [number, number, number];
}

let paintedAtlas: Masks | null = null;

/**
 * Draws every vehicle in one instanced call per visible copy of the world. Uploads what changed, asks for
 * another frame only while something in view moves. After a lost context the map adds a new one.
 */
export class VehicleLayer implements CustomLayerInterface {
  readonly id = VEHICLE_LAYER;
  readonly type = 'custom' as const;
  readonly renderingMode = '2d' as const;
  readonly #instances: VehicleInstances;
  readonly #clock: () => number;
  #map: MapLibre | null = null;
  #program: WebGLProgram | null = null;
  #uniforms: Uniforms | null = null;
  #corners: WebGLBuffer | null = null;
  #buffer: WebGLBuffer | null = null;
  #visibleBuffer: WebGLBuffer | null = null;
  #texture: WebGLTexture | null = null;
  #vertexArray: WebGLVertexArrayObject | null = null;
  #uploadedCapacity = -1;
  #isVisibleDirty = true;
  #runs: readonly Run[] = [];
  #next: ReturnType<typeof setTimeout> | undefined;
  theme: VehicleTheme = { accent: [0.18, 0.49, 0.96], disc: [1, 1, 1] };
  /** Vehicles are clustered: those that stand alone may be large. */
  isRoomy = false;
  /** Slot drawn once more, larger and on top; null = none. */
  selectedSlot: number | null = null;

  constructor(instances: VehicleInstances, clock: () => number) {
    this.#instances = instances;
    this.#clock = clock;
  }

  /** Call after the instances took a patch. */
  refresh(isVisibleChanged: boolean): void {
    if (isVisibleChanged) this.#isVisibleDirty = true;
    this.#map?.triggerRepaint();
  }

  onAdd(map: MapLibre, context: WebGLRenderingContext | WebGL2RenderingContext): void {
    const gl = context as WebGL2RenderingContext;
    this.#map = map;
    this.#program = makeProgram(gl, {
      vertex: VERTEX_SHADER,
      fragment: FRAGMENT_SHADER,
      attributes: ATTRIBUTES,
    });
    const program = this.#program;
    this.#uniforms = Object.fromEntries(
      UNIFORMS.map((name) => [name, gl.getUniformLocation(program, name)]),
    ) as Uniforms;
    this.#corners = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#corners);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
    this.#buffer = gl.createBuffer();
    this.#visibleBuffer = gl.createBuffer();
    this.#uploadedCapacity = -1;
    this.#texture = uploadAtlas(gl);
    this.#vertexArray = gl.createVertexArray();
  }

  onRemove(_map: MapLibre, gl: WebGLRenderingContext | WebGL2RenderingContext): void {
    clearTimeout(this.#next);
    this.#next = undefined;
    gl.deleteProgram(this.#program);
    gl.deleteTexture(this.#texture);
    for (const buffer of [this.#corners, this.#buffer, this.#visibleBuffer]) gl.deleteBuffer(buffer);
    (gl as WebGL2RenderingContext).deleteVertexArray(this.#vertexArray);
    this.#map = null;
  }

  render(context: WebGLRenderingContext | WebGL2RenderingContext, input: CustomRenderMethodInput): void {
    const gl = context as WebGL2RenderingContext;
    const map = this.#map;
    const uniforms = this.#uniforms;
    if (map === null || uniforms === null) return;
    const isFirst = this.#uploadedCapacity === -1;
    if (this.#instances.end === 0 && !isFirst) return;
    const now = this.#clock();
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#vertexArray);
    this.#upload(gl);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    this.#setShared(gl, uniforms, { map, now });
    const matrix = input.defaultProjectionData.mainMatrix as unknown as Float64Array;
    for (const copy of visibleCopies(map)) this.#drawCopy(gl, uniforms, { map, matrix, copy });
    gl.bindVertexArray(null);
    if (this.#instances.isMoving(now)) this.#goOn(map);
  }

  /** Asks for the next frame, when it would look different. */
  #goOn(map: MapLibre): void {
    const stillMs = Math.min(LONGEST_MS, this.#instances.stillMs(TILE_PX * 2 ** map.getZoom()));
    if (stillMs < SOON_MS) map.triggerRepaint();
    else
      this.#next ??= setTimeout(() => {
        this.#next = undefined;
        this.#map?.triggerRepaint();
      }, stillMs);
  }

  #setShared(
    gl: WebGL2RenderingContext,
    uniforms: Uniforms,
    { map, now }: { map: MapLibre; now: number },
  ): void {
    const canvas = map.getCanvas();
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    gl.uniform2f(uniforms.u_viewport, canvas.width / ratio, canvas.height / ratio);
    gl.uniform2f(uniforms.u_now_bearing, now - this.#instances.epoch, (map.getBearing() * Math.PI) / 180);
    gl.uniform1i(uniforms.u_masks, 0);
    gl.uniform1f(uniforms.u_grid, ATLAS_COLUMNS);
    const fill = 1 - 2 * CELL_MARGIN;
    gl.uniform4f(
      uniforms.u_atlas,
      1 / ATLAS_COLUMNS,
      1 / ATLAS_ROWS,
      fill * (ICON_GRID / (ICON_GRID - 2)),
      ratio,
    );
    gl.uniform3f(uniforms.u_accent, ...this.theme.accent);
    gl.uniform3f(uniforms.u_disc, ...this.theme.disc);
  }

  #drawCopy(
    gl: WebGL2RenderingContext,
    uniforms: Uniforms,
    { map, matrix, copy }: { map: MapLibre; matrix: Float64Array; copy: number },
  ): void {
    const centre = mercatorCentre(map);
    gl.uniformMatrix4fv(uniforms.u_matrix, false, movedTo(matrix, centre.x, centre.y));
    const x = centre.x - copy;
    const highX = Math.fround(x);
    const highY = Math.fround(centre.y);
    gl.uniform4f(uniforms.u_centre, highX, highY, x - highX, centre.y - highY);
    const zoom = map.getZoom();
    const plain = vehicleSize(zoom, { isRoomy: this.isRoomy });
    gl.uniform3f(uniforms.u_sizes, plain.halfIconPx, plain.halfQuadPx, plain.detail);
    gl.uniform1f(uniforms.u_selected, 0);
    for (const { start, count } of this.#runs) {
      this.#point(gl, start);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    }
    if (this.selectedSlot === null) return;
    const large = vehicleSize(zoom, { isRoomy: this.isRoomy, isSelected: true });
    gl.uniform3f(uniforms.u_sizes, large.halfIconPx, large.halfQuadPx, large.detail);
    gl.uniform1f(uniforms.u_selected, 1);
    this.#point(gl, this.selectedSlot);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, 1);
  }

  #upload(gl: WebGL2RenderingContext): void {
    const { bytes, capacity, visible } = this.#instances;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    const dirty = this.#instances.takeDirty();
    if (capacity !== this.#uploadedCapacity) {
      gl.bufferData(gl.ARRAY_BUFFER, capacity === 0 ? NOTHING : bytes, gl.DYNAMIC_DRAW);
      this.#uploadedCapacity = capacity;
      this.#isVisibleDirty = true;
    } else {
      for (const [start, end] of dirty) gl.bufferSubData(gl.ARRAY_BUFFER, start, bytes, start, end - start);
    }
    if (!this.#isVisibleDirty) return;
    this.#isVisibleDirty = false;
    // Even before the first vehicle one hidden instance is drawn: the card compiles while the data is on its way.
    this.#runs = capacity === 0 ? [{ start: 0, count: 1 }] : visibleRuns(visible, this.#instances.end);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#visibleBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, capacity === 0 ? NOTHING : visible, gl.DYNAMIC_DRAW);
  }

  /** Points the attributes at the vehicles from a slot on. */
  #point(gl: WebGL2RenderingContext, slot: number): void {
    const start = slot * STRIDE;
    const at = (
      name: (typeof ATTRIBUTES)[number],
      read: (location: number) => void,
      divisor: number,
    ): void => {
      const location = ATTRIBUTES.indexOf(name);
      gl.enableVertexAttribArray(location);
      read(location);
      gl.vertexAttribDivisor(location, divisor);
    };
    const floats = (size: number, offset: number) => (location: number) =>
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, STRIDE, start + offset);
    const bytes = (isShare: boolean, offset: number) => (location: number) =>
      gl.vertexAttribPointer(location, 4, gl.UNSIGNED_BYTE, isShare, STRIDE, start + offset);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#corners);
    at('a_corner', (location) => gl.vertexAttribPointer(location, 2, gl.FLOAT, false, 8, 0), 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    at('a_from', floats(4, Offset.fromHigh), 1);
    at('a_to', floats(4, Offset.toHigh), 1);
    at('a_courses', floats(2, Offset.courses), 1);
    at('a_started', floats(1, Offset.startedAt), 1);
    at('a_style', bytes(false, Offset.style), 1);
    at('a_body', bytes(true, Offset.body), 1);
    at('a_extra', bytes(true, Offset.extra), 1);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#visibleBuffer);
    at('a_shown', (location) => gl.vertexAttribPointer(location, 1, gl.UNSIGNED_BYTE, false, 1, slot), 1);
  }
}

/** Enough for one hidden instance. */
const NOTHING = new Uint8Array(STRIDE);

function uploadAtlas(gl: WebGL2RenderingContext): WebGLTexture | null {
  paintedAtlas ??= paintAtlas();
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  // The map leaves its own unpack state behind; masks are plain numbers, not premultiplied colors.
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  const { width, height, pixels } = paintedAtlas;
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}
