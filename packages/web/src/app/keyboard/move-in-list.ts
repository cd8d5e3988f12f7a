/** One row on or back in the list of the panel. A list box moves itself; of others the next row gets the focus. */
export function moveInList(screen: Element, by: 1 | -1): void {
  const box = screen.querySelector<HTMLElement>('[role="listbox"], [data-rows-by-arrows]');
  if (box !== null) {
    const wasIn = document.activeElement === box;
    box.focus();
    const key = by === 1 ? 'ArrowDown' : 'ArrowUp';
    // The focus alone begins at the first row.
    if (wasIn) box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    return;
  }
  const rows = [...screen.querySelectorAll<HTMLElement>('ol > li, ul > li')].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href], button:not(:disabled)') ?? [],
  );
  const at = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
  const next = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  next?.focus();
}
