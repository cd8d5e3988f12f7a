import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * What axe finds on the screen as it is now, in words that say where.
 * @param rules Only these; absent = all.
 */
export async function checkAccessibility(
  page: Page,
  screen: string,
  rules?: readonly string[],
): Promise<void> {
  // A screen that is still fading in has other colours than the one people read.
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(running.map((animation) => animation.finished));
  });
  // Without frames of others nothing is lost, and no page has to be opened for the result.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
  expect(found, screen).toEqual([]);
}
