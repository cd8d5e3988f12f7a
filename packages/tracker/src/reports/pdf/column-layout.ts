/** Facts about a column before its width is decided. Points. */
export interface ColumnMeasure {
  /** Widest cell of the sample. */
  readonly content: number;
  /** Its title, on as many lines as there are for it. */
  readonly title: number;
  /** Long texts give way first; figures and times are never cut. */
  readonly canShrink: boolean;
}

/** No text is worth more, and none is read in less. */
const MAX_WIDTH = 190;
const MIN_WIDTH = 34;
/** Halvings of a width: to a fraction of a point. */
const STEPS = 14;

const minWidthOf = ({ content, title, canShrink }: ColumnMeasure): number =>
  Math.max(canShrink ? Math.min(MIN_WIDTH, content) : content, title);
/** Least width of a row without cutting a figure. */
export const minWidth = (measures: readonly ColumnMeasure[]): number =>
  measures.reduce((all, measure) => all + minWidthOf(measure), 0);

/** Widths that fill a row. @param available Without the gaps between columns. */
export function columnWidths(measures: readonly ColumnMeasure[], available: number): readonly number[] {
  const wanted = measures.map(({ content, title, canShrink }) =>
    Math.max(canShrink ? Math.min(content, MAX_WIDTH) : content, title),
  );
  const sum = wanted.reduce((all, each) => all + each, 0);
  if (sum <= available) {
    const texts = measures.filter(({ canShrink }) => canShrink).length;
    const spare = available - sum;
    // A few points between figures read better than one wide hole.
    if (texts === 0) return wanted.map((width) => width + spare / measures.length);
    return wanted.map((width, i) => (measures[i]?.canShrink ? width + spare / texts : width));
  }
  const minimum = minWidth(measures);
  if (minimum >= available) return measures.map((measure) => (minWidthOf(measure) * available) / minimum);
  // The widest column shrinks first: a short name stays whole next to a long address.
  const upTo = (cap: number): readonly number[] =>
    measures.map((measure, i) =>
      measure.canShrink ? Math.max(Math.min(wanted[i] ?? 0, cap), minWidthOf(measure)) : (wanted[i] ?? 0),
    );
  let [low, high] = [0, MAX_WIDTH];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (upTo(middle).reduce((all, each) => all + each, 0) > available) high = middle;
    else low = middle;
  }
  return upTo(low);
}
