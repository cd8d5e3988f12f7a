import type { Page } from '@playwright/test';

/** Of an instance; see map/vehicle-instances.ts. */
const VEHICLE_BYTES = 56;
/** In the page: how many vehicles the map has on the graphics card, a frame after they got there. */
export const COUNT_VEHICLES = `
  const gl = WebGL2RenderingContext.prototype;
  const upload = gl.bufferData;
  gl.bufferData = function (target, data, usage) {
    const vehicles = Math.floor((data?.byteLength ?? 0) / ${VEHICLE_BYTES});
    requestAnimationFrame(() => {
      if (vehicles <= (window.vehiclesDrawn ?? 0)) return;
      window.vehiclesDrawn = vehicles;
      window.vehiclesDrawnAt = performance.now();
    });
    upload.call(this, target, data, usage);
  };`;

declare const window: { vehiclesDrawn?: number };

/** Waits until the map of a page that counts them has so many vehicles. */
export async function waitDrawn(page: Page, vehicles: number): Promise<void> {
  await page.waitForFunction((wanted) => (window.vehiclesDrawn ?? 0) >= wanted, vehicles);
}
