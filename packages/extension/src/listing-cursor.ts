import type { ListingCursor } from '@rastro/storage';

const USUAL_PAGE = 50;
const MAX_PAGE = 500;
/** Rows of a page, as they were asked for. */
export const pageLimit = (asked: number | null): number =>
  Math.min(Math.max(1, asked ?? USUAL_PAGE), MAX_PAGE);

/** The key comes first: a text may hold whatever separates the two. */
export const writtenCursor = ({ key, value }: ListingCursor): string => `${key} ${value}`;
/** Undefined = it is none. @param isText The list is sorted by its text. */
export function cursorIn(text: string | null, isText: boolean): ListingCursor | null | undefined {
  if (text === null) return null;
  const space = text.indexOf(' ');
  const [key, value] = [text.slice(0, Math.max(0, space)), text.slice(space + 1)];
  if (!/^\d+$/.test(key)) return undefined;
  if (isText) return { key, value };
  return Number.isSafeInteger(Number(value)) && value !== '' ? { key, value: Number(value) } : undefined;
}
