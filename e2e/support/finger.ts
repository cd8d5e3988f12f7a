import type { Page } from '@playwright/test';

const STEPS = 12;
const RESTING = 6;

type Spot = readonly [x: number, y: number];

/** One finger from a place to another. Where it rests before it is lifted, nothing is flung. */
export async function dragFinger(
  page: Page,
  from: Spot,
  to: Spot,
  { rests = true }: { readonly rests?: boolean } = {},
): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const at = (part: number) => [
    { x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part },
  ];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= STEPS + (rests ? RESTING : 0); step++) {
    const part = Math.min(1, step / STEPS);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}
