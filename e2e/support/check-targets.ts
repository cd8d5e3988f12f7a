import { expect, type Page } from '@playwright/test';

/** Widest screen that counts as a phone. */
const PHONE_PX = 768;
/** What stands on every screen, and what leads on: page header, map, head and handle of the sheet, tabs, menus, buttons. */
const TARGETS = [
  'header button',
  'header a',
  '[role="toolbar"] button',
  '[role="dialog"] > button',
  '[role="tab"]',
  '[role="menuitem"]',
  '.mantine-Button-root',
].join(',');

/** On a phone everything that a finger presses to get anywhere is 44 px wide and high. */
export async function checkTargets(page: Page, screen: string): Promise<void> {
  if ((page.viewportSize()?.width ?? Infinity) > PHONE_PX) return;
  expect(await page.evaluate(findSmall, TARGETS), `${screen}, targets`).toEqual([]);
}

/** Runs in the page. What stands around a target without being seen counts. */
function findSmall(targets: string): string[] {
  const leastPx = 43.5;
  return [...document.querySelectorAll(targets)].flatMap((target) => {
    if (!target.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return [];
    let { width, height } = target.getBoundingClientRect();
    const around = getComputedStyle(target, '::after');
    if (around.position === 'absolute') {
      width = Math.max(width, Number.parseFloat(around.width) || 0);
      height = Math.max(height, Number.parseFloat(around.height) || 0);
    }
    if (width === 0 || (width >= leastPx && height >= leastPx)) return [];
    const name = target.getAttribute('aria-label') ?? target.textContent;
    return [`${name}: ${Math.round(width)} × ${Math.round(height)}`];
  });
}
