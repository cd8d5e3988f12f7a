import { FIELD_LIMITS } from '../entities/field-limits.ts';

const PDF_HEAD = '%PDF-';
const PDF_END = '%%EOF';
/** Bytes at the end of a paper in which its end is looked for. @source ISO 32000-1, annex H */
const TAIL = 1024;

const asciiOf = (bytes: Uint8Array): string => String.fromCodePoint(...bytes);
/** Whether bytes begin and end as a PDF does, whatever their sender calls them. */
export function isPdf(bytes: Uint8Array): boolean {
  const head = asciiOf(bytes.subarray(0, PDF_HEAD.length));
  return head === PDF_HEAD && asciiOf(bytes.subarray(-TAIL)).includes(PDF_END);
}

const ENDS = { 'image/webp': 'webp', 'application/pdf': 'pdf' } as const;
/** Name of a file as it was called, without the folders before it and whatever no name has. */
export const receiptName = (text: string): string =>
  (text.split(/[\\/]/).at(-1) ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, FIELD_LIMITS.cost.receipt);

/** Name under which a receipt is saved: as it was called, with the ending of what it is now. */
export function receiptFileName(
  { name, type }: { readonly name: string; readonly type: keyof typeof ENDS },
  fallback: string,
): string {
  const bare = name.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  return `${bare === '' ? fallback : bare}.${ENDS[type]}`;
}
