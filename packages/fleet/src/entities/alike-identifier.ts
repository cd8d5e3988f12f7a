const MIN_LENGTH = 6;
const MAX_DIFFERENCES = 2;

/**
 * Could two identifiers mean the same device? One is part of the other (a tracker sends the last nine digits of its
 * IMEI, a label omits leading zeros), or at most two characters differ, are missing or are exchanged.
 */
export function isAlikeIdentifier(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map(plain).sort((a, b) => a.length - b.length);
  if (short.length < MIN_LENGTH || short === long) return false;
  return long.includes(short) || differences(short, long) <= MAX_DIFFERENCES;
}

const plain = (identifier: string): string => identifier.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Levenshtein distance; neighbors that changed places count two. Identifiers are short. */
function differences(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of Array.from(one).entries()) {
    const next = [i + 1];
    for (const [j, counterpart] of Array.from(other).entries()) {
      const replaced = (row[j] ?? 0) + (letter === counterpart ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
