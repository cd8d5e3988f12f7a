/** Which bytes of a file are asked for, both ends included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the header `Range` for a file of `size` bytes.
 * @returns The range; `unsatisfiable` when it begins behind the end; null = the whole file, also for what is no single
 * range of bytes: the standard lets us pass over it.
 * @source RFC 9110, section 14.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return null;
  if (from >= size) return 'unsatisfiable';
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
