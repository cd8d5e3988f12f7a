/**
 * Asks again for style sheets that did not arrive. Whoever loads a part a second time gets its script alone: the
 * address of its styles counts as known.
 * @returns When all are there. @throws When one fails again.
 */
export async function reloadStyles(page: Document): Promise<void> {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const missing = links.filter(({ sheet }) => sheet === null);
  await Promise.all(
    missing.map((link) => {
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
