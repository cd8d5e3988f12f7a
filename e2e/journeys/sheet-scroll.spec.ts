import type { Locator, Page } from '@playwright/test';
import { dragFinger } from '../support/finger.ts';
import { enterDemo, expect, test, waitLive } from '../support/journey.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Swipes up inside the half-open sheet, above its footer. */
const swipeUp = (page: Page): Promise<void> => dragFinger(page, [195, 710], [195, 560]);
const bottomOf = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox();
  return box === null ? Infinity : box.y + box.height;
};

for (const path of ['/devices', '/devices/1', '/devices/1/edit', '/account'])
  test(`[E2E-190] the end of a half-open sheet is reached by touch: ${path}`, async ({
    page,
    context,
    demo,
  }) => {
    test.slow();
    await enterDemo(context, demo, 'customer');
    await page.goto(`${demo.url}${path}`);
    await waitLive(page);
    const sheet = page.getByRole('dialog').first();
    // The form of a vehicle has a hundred fields: on a busy machine it takes its time.
    await expect(sheet).toBeVisible({ timeout: 60_000 });
    const top = async (): Promise<number> => (await sheet.boundingBox())?.y ?? 0;
    const reduce = page.getByRole('button', { name: 'Reduzir' });
    if (await reduce.isVisible()) await reduce.tap();
    await expect.poll(top).toBeGreaterThan(300);
    const last = sheet.locator('button, a, input, li, label').last();
    // The vehicle keeps moving: another line may push the end down between two checks.
    await expect(async () => {
      if ((await bottomOf(last)) > 844) await swipeUp(page);
      expect(await bottomOf(last)).toBeLessThanOrEqual(844);
    }).toPass({ timeout: 30_000, intervals: [0] });
    expect(await top(), 'the sheet stays where it was').toBeGreaterThan(300);
  });
