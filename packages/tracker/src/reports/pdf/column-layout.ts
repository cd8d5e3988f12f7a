/** What is known of a column before its width is. Points. */
export interface ColumnNeed {
  /** Widest cell that was looked at. */
  readonly content: number;
  /** Its title, on as many lines as there are for it. */
  readonly title: number;
  /** Long texts give way first; figures and times are never cut. */
  readonly canShrink: boolean;
}

/** No text is worth more, and none is read in less. */
const MOST = 190;
const LEAST = 34;
/** Halvings of a width: to a fraction of a point. */
const STEPS = 14;

const leastOf = ({ content, title, canShrink }: ColumnNeed): number =>
  Math.max(canShrink ? Math.min(LEAST, content) : content, title);
/** What a row takes at least without cutting a figure. */
export const leastWidth = (needs: readonly ColumnNeed[]): number =>
  needs.reduce((all, need) => all + leastOf(need), 0);

/** Widths that fill a row. @param room Without the gaps between columns. */
export function columnWidths(needs: readonly ColumnNeed[], room: number): readonly number[] {
  const wanted = needs.map(({ content, title, canShrink }) =>
    Math.max(canShrink ? Math.min(content, MOST) : content, title),
  );
  const sum = wanted.reduce((all, each) => all + each, 0);
  if (sum <= room) {
    const texts = needs.filter(({ canShrink }) => canShrink).length;
    const spare = room - sum;
    // A few points between figures read better than one wide hole.
    if (texts === 0) return wanted.map((width) => width + spare / needs.length);
    return wanted.map((width, i) => (needs[i]?.canShrink ? width + spare / texts : width));
  }
  const least = leastWidth(needs);
  if (least >= room) return needs.map((need) => (leastOf(need) * room) / least);
  // What is widest gives way first: a short name stays whole beside a long address.
  const upTo = (cap: number): readonly number[] =>
    needs.map((need, i) =>
      need.canShrink ? Math.max(Math.min(wanted[i] ?? 0, cap), leastOf(need)) : (wanted[i] ?? 0),
    );
  let [low, high] = [0, MOST];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (upTo(middle).reduce((all, each) => all + each, 0) > room) high = middle;
    else low = middle;
  }
  return upTo(low);
}
