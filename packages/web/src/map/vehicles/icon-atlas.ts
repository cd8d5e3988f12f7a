import { DEVICE_CATEGORIES, type DeviceCategory } from '@rastro/fleet';
import { VEHICLE_ICONS, type VehicleIcon } from './vehicle-icons.ts';

/** Side of the drawing grid of an icon. */
export const ICON_GRID = 64;
/** Pixels per side of one cell; enough for 40 px on a display of three times the density. */
export const CELL_PX = 128;
/** The icon leaves this share of its cell free on every side, so that the halo and mipmaps have room. */
export const CELL_MARGIN = 0.08;
export const ATLAS_COLUMNS = 6;
export const ATLAS_ROWS = Math.ceil(DEVICE_CATEGORIES.length / ATLAS_COLUMNS);
/** Width of the light line around an icon, in units of the grid. */
const HALO = 2.6;

export interface Masks {
  readonly width: number;
  readonly height: number;
  /** RGBA: first color, second color, dark parts, the whole with its halo. */
  readonly pixels: Uint8Array;
}
type Context2d = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;
type Channel = (icon: VehicleIcon, context: Context2d) => void;

const tinted =
  (tone: keyof VehicleIcon): Channel =>
  (icon, context) =>
    // A canvas, not an array.
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    context.fill(new Path2D(icon[tone]));

const whole: Channel = (icon, context) => {
  context.lineWidth = HALO * 2;
  context.lineJoin = 'round';
  for (const tone of ['body', 'extra', 'dark'] as const) {
    const path = new Path2D(icon[tone]);
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    context.fill(path);
    context.stroke(path);
  }
};
const CHANNELS: readonly Channel[] = [tinted('body'), tinted('extra'), tinted('dark'), whole];

/** Paints all icons into one picture, row by row in the order of DEVICE_CATEGORIES. */
export const paintAtlas = (): Masks =>
  paintMasks(DEVICE_CATEGORIES, { columns: ATLAS_COLUMNS, rows: ATLAS_ROWS, cellPx: CELL_PX });

export function paintMasks(
  categories: readonly DeviceCategory[],
  { columns, rows, cellPx }: { readonly columns: number; readonly rows: number; readonly cellPx: number },
): Masks {
  const width = columns * cellPx;
  const height = rows * cellPx;
  const pixels = new Uint8Array(width * height * 4);
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('Cannot paint the icons: no 2D canvas');
  context.fillStyle = '#fff';
  context.strokeStyle = '#fff';
  const scale = (cellPx * (1 - 2 * CELL_MARGIN)) / ICON_GRID;
  CHANNELS.forEach((paint, channel) => {
    context.resetTransform();
    context.clearRect(0, 0, width, height);
    categories.forEach((category, at) => {
      const left = (at % columns) * cellPx + cellPx * CELL_MARGIN;
      const top = Math.floor(at / columns) * cellPx + cellPx * CELL_MARGIN;
      context.setTransform(scale, 0, 0, scale, left, top);
      paint(VEHICLE_ICONS[category], context);
    });
    const painted = context.getImageData(0, 0, width, height).data;
    for (let at = 0; at < painted.length; at += 4) pixels[at + channel] = painted[at + 3] as number;
  });
  return { width, height, pixels };
}
