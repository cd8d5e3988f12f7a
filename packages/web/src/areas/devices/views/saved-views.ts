/** A filter and an order under a name. */
export interface SavedView {
  readonly name: string;
  /** Query of the list's address, without the question mark. */
  readonly query: string;
}

/** The attribute that keeps them, behind `{brand}.`. */
export const VIEWS_ATTRIBUTE = 'views';
export const MAX_NAME_LENGTH = 40;
export const MAX_VIEWS = 30;

/** Parses stored views; anything else is left out. */
export function readViews(text: string | null): readonly SavedView[] {
  if (text === null || text === '') return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isView).slice(0, MAX_VIEWS) : [];
  } catch {
    // Written by hand, or by another program: as good as none.
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  const { name, query } = (value ?? {}) as Partial<SavedView>;
  return typeof name === 'string' && name !== '' && typeof query === 'string';
}

export const writeViews = (views: readonly SavedView[]): string =>
  JSON.stringify(views.map(({ name, query }) => ({ name, query })));

export type NameProblem = 'empty' | 'taken';

/** @param at Index of the view that gets the name; null = a new one. */
export function checkName(views: readonly SavedView[], name: string, at: number | null): NameProblem | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'empty';
  return views.some((view, index) => index !== at && view.name.toLowerCase() === wanted) ? 'taken' : null;
}

export const renamed = (views: readonly SavedView[], at: number, name: string): readonly SavedView[] =>
  views.map((view, index) => (index === at ? { ...view, name: name.trim() } : view));

/** Moves a view up (-1) or down (1); at the ends nothing happens. */
export function moved(views: readonly SavedView[], at: number, by: -1 | 1): readonly SavedView[] {
  const view = views[at];
  const to = at + by;
  if (view === undefined || to < 0 || to >= views.length) return views;
  return views.toSpliced(at, 1).toSpliced(to, 0, view);
}
