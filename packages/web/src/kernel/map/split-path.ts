/** More maps at once are too small to read, and browsers keep few graphics contexts. */
export const SPLIT_MOST = 4;
const NAME = 'ids';

/** The vehicles that an address shows side by side; what is no id, or too many, is left out. */
export function readSplit(search: URLSearchParams): readonly number[] {
  const ids = (search.get(NAME) ?? '').split(',').map(Number);
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, SPLIT_MOST);
}

export const splitPath = (ids: Iterable<number>): string => `/split?${NAME}=${[...ids].join(',')}`;
