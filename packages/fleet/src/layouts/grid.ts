import { COLUMNS, LAYOUT_LIMITS, type Box, type Placed } from './layout.ts';

/** Whether two boxes share a cell. */
export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Order in which a reader meets them; ids decide between equals, so that it is always the same. */
const byReading = (a: Placed, b: Placed): number => a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1);

/** From top to bottom, from left to right. */
export const inReadingOrder = <T extends Placed>(boxes: readonly T[]): readonly T[] =>
  boxes.toSorted(byReading);

const clamped = (value: number, min: number, max: number): number =>
  Math.max(min, Math.min(max, Math.trunc(value)));

/** Cut to the columns that there are. */
function within<T extends Box>(box: T, columns: number): T {
  const w = clamped(box.w, 1, columns);
  const h = clamped(box.h, 1, LAYOUT_LIMITS.rows);
  return { ...box, w, h, x: clamped(box.x, 0, columns - w), y: clamped(box.y, 0, LAYOUT_LIMITS.lastRow) };
}

/** Drops each as far up as those before it let it, in the given order. */
function dropped<T extends Placed>(boxes: readonly T[], columns: number): readonly T[] {
  const filledTo = Array.from({ length: columns }, () => 0);
  const placed = boxes.map((each) => {
    const box = within(each, columns);
    const y = Math.max(...filledTo.slice(box.x, box.x + box.w));
    filledTo.fill(y + box.h, box.x, box.x + box.w);
    return { ...box, y };
  });
  return inReadingOrder(placed);
}

/** Closes the gaps above; nothing overlaps afterwards, whatever it was before. @returns in reading order. */
export const compactUp = <T extends Placed>(boxes: readonly T[], columns: number = COLUMNS): readonly T[] =>
  dropped(inReadingOrder(boxes), columns);

/** Adds a box at the first place that is free, in reading order. */
export function place<T extends Placed>(boxes: readonly T[], added: T): readonly T[] {
  const box = within(added, COLUMNS);
  for (let y = 0; ; y++)
    for (let x = 0; x + box.w <= COLUMNS; x++) {
      const here = { ...box, x, y };
      if (!boxes.some((each) => overlaps(each, here))) return compactUp([...boxes, here]);
    }
}

/** Moves a box; those in its path make room. An unknown id changes nothing. */
export function moveTo<T extends Placed>(
  boxes: readonly T[],
  id: string,
  to: Pick<Box, 'x' | 'y'>,
): readonly T[] {
  const before = boxes.find((each) => each.id === id);
  if (!before) return boxes;
  const moved = within({ ...before, ...to }, COLUMNS);
  // Upwards it goes before those that begin in the same row, downwards behind them.
  const isBehind = moved.y > before.y;
  const others = inReadingOrder(boxes.filter((each) => each.id !== id));
  const at = others.findIndex(({ y }) => (isBehind ? y > moved.y : y >= moved.y));
  const order = others.toSpliced(at < 0 ? others.length : at, 0, moved);
  return dropped(order, COLUMNS);
}

/** Changes the size of a box, which stays where it is; those below make room. */
export function resizeTo<T extends Placed>(
  boxes: readonly T[],
  id: string,
  { w, h }: Pick<Box, 'w' | 'h'>,
): readonly T[] {
  const before = boxes.find((each) => each.id === id);
  if (!before) return boxes;
  const width = clamped(w, 1, COLUMNS - before.x);
  const resized = within({ ...before, w: width, h }, COLUMNS);
  const others = inReadingOrder(boxes.filter((each) => each.id !== id));
  const at = others.findIndex(({ y, x }) => y > resized.y || (y === resized.y && x >= resized.x));
  return dropped(others.toSpliced(at < 0 ? others.length : at, 0, resized), COLUMNS);
}

export const DIRECTIONS = ['up', 'down', 'left', 'right', 'first', 'last'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Moves by one step that can be seen: up and down go past the next one, however tall it is. */
export function step<T extends Placed>(boxes: readonly T[], id: string, direction: Direction): readonly T[] {
  const box = boxes.find((each) => each.id === id);
  if (!box) return boxes;
  const bottom = Math.max(...boxes.map(({ y, h }) => y + h));
  if (direction === 'first') return moveTo(boxes, id, { x: 0, y: 0 });
  if (direction === 'last') return moveTo(boxes, id, { x: 0, y: bottom });
  if (direction === 'left' || direction === 'right')
    return moveTo(boxes, id, { x: box.x + (direction === 'left' ? -1 : 1), y: box.y });
  const by = direction === 'up' ? -1 : 1;
  for (let y = box.y + by; y >= 0 && y <= bottom; y += by) {
    const next = moveTo(boxes, id, { x: box.x, y });
    const now = next.find((each) => each.id === id);
    if (now && (by < 0 ? now.y < box.y : now.y > box.y)) return next;
  }
  return boxes;
}

/** For a narrower screen, as it is shown; what is stored stays. One column is the reading order. */
export function toColumns<T extends Placed>(boxes: readonly T[], columns: 12 | 6 | 2 | 1): readonly T[] {
  const share = columns / COLUMNS;
  const scaled = inReadingOrder(boxes).map((box) => {
    const w = clamped(Math.max(1, Math.round(box.w * share)), 1, columns);
    return { ...box, w, x: clamped(Math.floor(box.x * share), 0, columns - w) };
  });
  return dropped(scaled, columns);
}
