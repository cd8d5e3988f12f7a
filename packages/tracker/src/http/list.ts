import type { ListQuery } from '@rastro/fleet/api';

/**
 * keyword, offset, limit and excludeAttributes of the list endpoints.
 * @param items In the order of the list.
 * @source docs/reference/tracking-api.md §1.7
 */
export function* listed<T extends object>(
  items: Iterable<T>,
  query: ListQuery,
  keywordFields: readonly (keyof T & string)[],
): Generator<T> {
  const keyword = query.keyword?.toLowerCase() ?? null;
  const limit = query.limit ?? 0;
  const offset = query.offset ?? 0;
  let index = 0;
  for (const item of items) {
    if (keyword !== null && !matches(item, keyword, keywordFields)) continue;
    if (limit > 0 && index >= offset + limit) return;
    if (index++ < offset) continue;
    yield query.excludeAttributes && 'attributes' in item ? { ...item, attributes: {} } : item;
  }
}

function matches<T>(item: T, keyword: string, fields: readonly (keyof T & string)[]): boolean {
  return fields.some((field) =>
    String(item[field] ?? '')
      .toLowerCase()
      .includes(keyword),
  );
}
