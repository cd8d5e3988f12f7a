/** More maps at once are too small to read, and browsers keep few graphics contexts. */
export const MAX_SPLIT_MAPS = 4;
const SPLIT = 'ids';
const TOGETHER = 'together';

/** The vehicles that an address shows side by side; what is no id, or too many, is left out. */
export const readSplit = (search: URLSearchParams): readonly number[] => readFew(search.get(SPLIT));

export const splitPath = (ids: Iterable<number>): string => `/split?${SPLIT}=${[...ids].join(',')}`;

/** The vehicles that an address follows on the one map, as many as side by side. */
export const readTogether = (search: URLSearchParams): readonly number[] => readFew(search.get(TOGETHER));

export function togetherPath(ids: Iterable<number>): string {
  const listed = [...ids].join(',');
  return listed === '' ? '/home' : `/home?${TOGETHER}=${listed}`;
}

function readFew(text: string | null): readonly number[] {
  const ids = (text ?? '').split(',').map(Number);
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MAX_SPLIT_MAPS);
}
