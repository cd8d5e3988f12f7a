/** Style sheets that did not arrive; a browser may give them an empty sheet all the same. */
const failed = new WeakSet<EventTarget>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  // Such an event does not bubble.
  { capture: true },
);

/**
 * Requests style sheets again that did not arrive. Loading a part a second time fetches its script alone: the address
 * of its styles counts as known.
 * @returns When all are there. @throws When one fails again.
 */
export async function reloadStyles(page: Document): Promise<void> {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(
    links
      .filter((link) => failed.has(link))
      .map((link) => {
        const again = page.createElement('link');
        again.rel = 'stylesheet';
        again.href = link.href;
        const isThere = new Promise<void>((resolve, reject) => {
          again.addEventListener('load', () => resolve());
          again.addEventListener('error', () => reject(new Error(`Cannot load ${link.href}`)));
        });
        link.replaceWith(again);
        return isThere;
      }),
  );
}
