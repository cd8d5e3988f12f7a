import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { checkTargets } from './check-targets.ts';

declare global {
  interface Window {
    /** There once its source has run in the page. */
    readonly axe: typeof axe;
  }
}

/**
 * Reports what axe finds on the screen as it is now, with the place of each problem.
 * @param rules Only these; absent = all.
 */
export async function checkAccessibility(
  page: Page,
  screen: string,
  rules?: readonly string[],
): Promise<void> {
  // A screen that is still fading in, or has not applied another color scheme yet, is not the one that users see.
  await page.evaluate(async () => {
    const fading = (): Animation[] =>
      document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    do {
      await Promise.allSettled(fading().map((animation) => animation.finished));
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    } while (fading().length > 0);
  });
  // Half a megabyte of script: once for each page that is loaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  expect(await page.evaluate(findViolations, rules ?? null), screen).toEqual([]);
}

/**
 * Checks both color schemes of the screen, the present one first: the other differs only in color. The last scheme
 * stays, because each change repaints everything.
 */
export async function checkBothSchemes(page: Page, screen: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await checkAccessibility(page, `${screen}, ${first}`);
  await checkTargets(page, screen);
  await page.emulateMedia({ colorScheme: second });
  await checkAccessibility(page, `${screen}, ${second}`, ['color-contrast']);
}

/** Runs in the page, where axe has been put. */
async function findViolations(rules: readonly string[] | null): Promise<string[]> {
  const { violations } = await window.axe.run(document, {
    resultTypes: ['violations'],
    ...(rules === null ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
