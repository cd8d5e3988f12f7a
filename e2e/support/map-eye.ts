import type { Page } from '@playwright/test';

/** Color of the ring around the selected vehicle. */
const ACCENT = { red: 0x33, green: 0x50, blue: 0xd0 };
const NEAR = 26;
/** Resolution at which the map of a journey is drawn, along each side. */
export const POINTS_PER_PIXEL = 0.5;
/** A ring has more points of its color than letters or an icon, px². */
const RING_PX = 60;

export interface Spot {
  readonly x: number;
  readonly y: number;
  /** Number of pixels that have the color, px². */
  readonly size: number;
}

/**
 * Finds the ring of the selected vehicle on the screen, right of `left` px, left of the controls and above `bottom` px:
 * the middle of all pixels in the accent color. Reads a screenshot, as a user would; null = not found.
 */
export async function findRing(page: Page, left: number, bottom = Infinity): Promise<Spot | null> {
  const shot = await page.screenshot({ type: 'png', animations: 'allow' });
  const eye = await page.context().newPage();
  try {
    return await eye.evaluate(
      async ({ data, left, bottom, accent, near, fine, ring }) => {
        const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const pen = canvas.getContext('2d');
        if (pen === null) return null;
        pen.drawImage(picture, 0, 0);
        const { data: pixels } = pen.getImageData(0, 0, picture.width, picture.height);
        let [x, y, size] = [0, 0, 0];
        // Below the page header.
        for (let row = 60 * fine; row < Math.min(picture.height, bottom * fine); row++) {
          for (let column = left * fine; column < picture.width - 70 * fine; column++) {
            const at = (row * picture.width + column) * 4;
            const isAccent =
              Math.abs((pixels[at] ?? 0) - accent.red) < near &&
              Math.abs((pixels[at + 1] ?? 0) - accent.green) < near &&
              Math.abs((pixels[at + 2] ?? 0) - accent.blue) < near;
            if (!isAccent) continue;
            x += column;
            y += row;
            size++;
          }
        }
        const found = size / fine ** 2;
        return found < ring ? null : { x: x / size / fine, y: y / size / fine, size: found };
      },
      {
        data: shot.toString('base64'),
        left,
        bottom,
        accent: ACCENT,
        near: NEAR,
        fine: POINTS_PER_PIXEL,
        ring: RING_PX,
      },
    );
  } finally {
    await eye.close();
  }
}

export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Counts the pixels of the map that have about this color, below the header and left of the controls. */
export async function countPixels(page: Page, colour: Colour, near = 10): Promise<number> {
  const shot = await page.screenshot({ type: 'png', animations: 'allow' });
  const eye = await page.context().newPage();
  try {
    return await eye.evaluate(
      async ({ data, colour, near }) => {
        const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const pen = canvas.getContext('2d');
        if (pen === null) return 0;
        pen.drawImage(picture, 0, 0);
        const [left, top] = [70, 60];
        const { data: pixels } = pen.getImageData(
          left,
          top,
          picture.width - left - 70,
          picture.height - top - 40,
        );
        let count = 0;
        for (let at = 0; at < pixels.length; at += 4) {
          const isIt =
            Math.abs((pixels[at] ?? 0) - colour.red) < near &&
            Math.abs((pixels[at + 1] ?? 0) - colour.green) < near &&
            Math.abs((pixels[at + 2] ?? 0) - colour.blue) < near;
          if (isIt) count++;
        }
        return count;
      },
      { data: shot.toString('base64'), colour, near },
    );
  } finally {
    await eye.close();
  }
}
