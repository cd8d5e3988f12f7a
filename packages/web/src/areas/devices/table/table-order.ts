import { fieldOf, nextSort, type DeviceSort, type SortField } from '@rastro/fleet';

/** What a table is ordered by: one thing, and another among those that are equal. */
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

/** How a column stands in the order. */
export function rankOf({ sort, second }: TableOrder, field: SortField) {
  if (fieldOf(sort) === field) return { rank: 1, isDown: sort.endsWith('-desc') } as const;
  if (second !== null && fieldOf(second) === field)
    return { rank: 2, isDown: second.endsWith('-desc') } as const;
  return null;
}
