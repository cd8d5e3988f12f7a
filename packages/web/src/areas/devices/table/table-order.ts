import { fieldOf, nextSort, type DeviceSort, type SortField } from '@rastro/fleet';

/** Order of a table: a first key, and a second one among equal rows. */
export interface TableOrder {
  readonly sort: DeviceSort;
  readonly second: DeviceSort | null;
}

/** A press on a head orders by it, the next turns round; with shift it is the second thing, and the third press ends that. */
export function nextOrder({ sort, second }: TableOrder, field: SortField, isSecond: boolean): TableOrder {
  if (!isSecond || fieldOf(sort) === field) {
    const keepsSecond = second !== null && fieldOf(second) !== field && fieldOf(sort) === field;
    return { sort: nextSort(sort, field), second: keepsSecond ? second : null };
  }
  const first = nextSort(sort, field);
  if (second === null || fieldOf(second) !== field) return { sort, second: first };
  return { sort, second: second === first ? nextSort(second, field) : null };
}

/** Rank and direction of a column in the order; null = it is not part of it. */
export function rankOf({ sort, second }: TableOrder, field: SortField) {
  if (fieldOf(sort) === field) return { rank: 1, isDown: sort.endsWith('-desc') } as const;
  if (second !== null && fieldOf(second) === field)
    return { rank: 2, isDown: second.endsWith('-desc') } as const;
  return null;
}
