import type { DeviceCategory } from '@rastro/fleet';
import { paintMasks } from './icon-atlas.ts';

/** Color of glass, tyres and gaps; the shader of the map uses the same. */
export const DARK_TONE = 0x18212e;

/**
 * Paints one icon as a picture for lists and menus, in the colors of the map.
 * @param colours 0xRRGGBB of body and extra.
 */
export function paintIcon(
  category: DeviceCategory,
  colours: readonly [number, number],
  sizePx: number,
): OffscreenCanvas {
  const { pixels } = paintMasks([category], { columns: 1, rows: 1, cellPx: sizePx });
  const canvas = new OffscreenCanvas(sizePx, sizePx);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('Cannot paint an icon: no 2D canvas');
  const picture = context.createImageData(sizePx, sizePx);
  for (let at = 0; at < pixels.length; at += 4) {
    const [body, extra, dark, all] = [0, 1, 2, 3].map(
      (channel) => (pixels[at + channel] as number) / 255,
    ) as [number, number, number, number];
    const inside = Math.max(body, extra, dark);
    [16, 8, 0].forEach((shift, channel) => {
      const tone = (colour: number): number => (colour >> shift) & 255;
      let value = mix(tone(colours[0]), tone(colours[1]), extra);
      value = mix(value, tone(DARK_TONE), dark * 0.9);
      picture.data[at + channel] = mix(255, value, inside);
    });
    picture.data[at + 3] = all * 255;
  }
  context.putImageData(picture, 0, 0);
  return canvas;
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;
