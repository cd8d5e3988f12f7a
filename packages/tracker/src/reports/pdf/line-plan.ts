/** Line of a printed table, from the top. */
export type Line =
  | { readonly kind: 'page' }
  | { readonly kind: 'group'; readonly group: number; readonly continued: boolean }
  | { readonly kind: 'row' }
  | { readonly kind: 'total' };

interface PageCapacity {
  /** Rows of each group. */
  readonly groups: readonly number[];
  /** Each group has a line of its own above its rows, on every page that it is on. */
  readonly hasHeads: boolean;
  /** Lines on the page under way, which may be the first of a table, and on those after it. */
  readonly firstLines: number;
  readonly lines: number;
}

/**
 * Where each line of a table goes. Pages are counted by it before they are drawn, so both agree. No head of a group is
 * the last of its page.
 */
export function* linePlan({ groups, hasHeads, firstLines, lines }: PageCapacity): Generator<Line> {
  let left = firstLines;
  const page = function* (): Generator<Line> {
    left = lines;
    yield { kind: 'page' };
  };
  for (const [group, rows] of groups.entries()) {
    if (left < (hasHeads ? 2 : 1)) yield* page();
    if (hasHeads) {
      left--;
      yield { kind: 'group', group, continued: false };
    }
    for (let row = 0; row < rows; row++) {
      if (left === 0) {
        yield* page();
        if (hasHeads) {
          left--;
          yield { kind: 'group', group, continued: true };
        }
      }
      left--;
      yield { kind: 'row' };
    }
  }
  if (left === 0) yield* page();
  yield { kind: 'total' };
}

/** Pages that a table begins. */
export function pagesOf(pageCapacity: PageCapacity): number {
  let pages = 0;
  for (const { kind } of linePlan(pageCapacity)) if (kind === 'page') pages++;
  return pages;
}
export type { PageCapacity };
