/** Fields in which the user has written or chosen something since they appeared. */
const touched = new Set<WeakRef<Element>>();
const known = new WeakSet<Element>();
/** Forms that say themselves that they hold something unsaved, e.g. a shape drawn on the map. */
const unsaved = new Set<object>();

/** A search narrows what is shown; nothing is lost with it. */
const isWork = (element: Element): boolean =>
  element.matches('input:not([type=search]), textarea, select') &&
  element.closest('search, [role=search]') === null;

/** Notes every field that is written in, wherever it is: no form must take part for its input to count. */
export function watchOpenWork(page: Document): void {
  const note = ({ target }: Event): void => {
    if (!(target instanceof Element) || known.has(target) || !isWork(target)) return;
    known.add(target);
    touched.add(new WeakRef(target));
  };
  page.addEventListener('input', note, true);
  page.addEventListener('change', note, true);
}

export function holdOpenWork(form: object): () => void {
  unsaved.add(form);
  return () => void unsaved.delete(form);
}

/** @returns whether something that was typed is still on the page and would be lost with it. */
export function hasOpenWork(): boolean {
  for (const reference of touched) {
    const element = reference.deref();
    if (element?.isConnected === true) return true;
    touched.delete(reference);
  }
  return unsaved.size > 0;
}
