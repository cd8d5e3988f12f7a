import { expect, type Page } from '@playwright/test';

/** Widest screen that counts as a phone. */
const PHONE_PX = 768;
/** Whatever is pressed. */
const TARGETS = [
  'button',
  'a[href]',
  'summary',
  '[role="tab"]',
  '[role="option"]',
  '[role="menuitem"]',
  '[role="slider"]',
  '.mantine-Switch-body',
  '.mantine-SegmentedControl-label',
].join(',');
/** Links in a sentence, the credits of the map, and elements that only the keyboard reaches. */
const EXEMPT = ['p:not([class]) a', '.maplibregl-ctrl a', '.maplibregl-ctrl summary', 'a[href^="#"]'].join(
  ',',
);

/** On a phone everything that a finger presses to get anywhere is 44 px wide and high. */
export async function checkTargets(page: Page, screen: string): Promise<void> {
  if ((page.viewportSize()?.width ?? Infinity) > PHONE_PX) return;
  expect(await page.evaluate(findSmall, { targets: TARGETS, exempt: EXEMPT }), `${screen}, targets`).toEqual(
    [],
  );
}

/** Runs in the page. Invisible area around a target counts. */
function findSmall({ targets, exempt }: { targets: string; exempt: string }): string[] {
  const minPx = 43.5;
  return [...document.querySelectorAll(targets)].flatMap((target) => {
    if (target.matches(exempt)) return [];
    if (!target.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return [];
    let { width, height } = target.getBoundingClientRect();
    const around = getComputedStyle(target, '::after');
    if (around.position === 'absolute') {
      width = Math.max(width, Number.parseFloat(around.width) || 0);
      height = Math.max(height, Number.parseFloat(around.height) || 0);
    }
    if (width === 0 || (width >= minPx && height >= minPx)) return [];
    const name = target.getAttribute('aria-label') ?? target.textContent;
    return [`${name}: ${Math.round(width)} × ${Math.round(height)}`];
  });
}
