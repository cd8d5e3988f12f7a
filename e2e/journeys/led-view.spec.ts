import { enterDemo, expect, test, waitLive } from '../support/journey.ts';

/** Positions come twice a second; a first fit takes less than that. */
const FIT_CHANCE_MS = 1_500;

test('[E2E-231] an address that names a place opens there, near', async ({ page, context, demo }) => {
  await enterDemo(context, demo, 'operator');
  await page.goto(`${demo.url}/nearest?at=-23.55,-46.63`);
  await waitLive(page);
  await expect(page.getByRole('list', { name: 'Veículos mais próximos' })).toBeVisible();
  await expect(page.locator('.maplibregl-ctrl-scale')).toHaveText(/^\d+\sm$/);
  // The whole fleet is loaded by now; its fit must not move the view.
  await page.waitForTimeout(FIT_CHANCE_MS);
  await expect(page.locator('.maplibregl-ctrl-scale')).toHaveText(/^\d+\sm$/);
});
