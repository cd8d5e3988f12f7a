import type { LatLng } from '@rastro/fleet';

/** Letters of the sides of the world in our three languages; `O` is west: oeste. */
const SIGNS: Readonly<Record<string, { readonly axis: 'latitude' | 'longitude'; readonly sign: 1 | -1 }>> = {
  N: { axis: 'latitude', sign: 1 },
  S: { axis: 'latitude', sign: -1 },
  E: { axis: 'longitude', sign: 1 },
  L: { axis: 'longitude', sign: 1 },
  W: { axis: 'longitude', sign: -1 },
  O: { axis: 'longitude', sign: -1 },
};
/** Degrees, then perhaps minutes and seconds, with a side of the world before or after. */
const PART =
  /^([NSEWLO])?\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*(?:(\d{1,2}(?:\.\d+)?)\s*'\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*"\s*)?([NSEWLO])?$/;

/**
 * Reads a place as users write it: decimal degrees (also with decimal commas), degrees and minutes, or degrees,
 * minutes and seconds. Without letters latitude comes first.
 * @returns null when the text is no place.
 */
export function readCoordinates(text: string): LatLng | null {
  const clean = text
    .toUpperCase()
    .replaceAll(/[′’`´]/g, "'")
    .replaceAll(/[″”“]|''/g, '"')
    .replaceAll('º', '°')
    .replaceAll('−', '-')
    .trim();
  for (const [first, second] of halves(clean)) {
    const [a, b] = [readPart(first), readPart(second)];
    if (a === null || b === null) continue;
    const place = together(a, b);
    if (place !== null) return place;
  }
  return null;
}

/** Every way to cut the text in two that makes sense: at a separator, after a letter, between two numbers. */
function halves(text: string): (readonly [string, string])[] {
  const cuts = [
    /\s*;\s*/,
    /\s*,\s+/,
    /(?<=[NSEWLO])[\s,]*(?=[\d+-])/,
    /(?<=[\d'"°])[\s,]*(?=[NSEWLO][\s\d])/,
    /\s+(?=[+-]?\d)/,
    /,/,
  ];
  return cuts.flatMap((cut) => {
    const parts = text.split(cut).filter((part) => part !== '');
    return parts.length === 2 ? [[decimal(parts[0] as string), decimal(parts[1] as string)] as const] : [];
  });
}
const decimal = (part: string): string => part.trim().replaceAll(/(\d),(\d)/g, '$1.$2');

interface Part {
  readonly degrees: number;
  readonly axis: 'latitude' | 'longitude' | null;
}

function readPart(text: string): Part | null {
  const [, before, whole, minutes = '0', seconds = '0', after] = PART.exec(text) ?? [];
  if (whole === undefined || (before !== undefined && after !== undefined)) return null;
  const [degree, minute, second] = [Number(whole), Number(minutes), Number(seconds)];
  if (minute >= 60 || second >= 60) return null;
  const size = Math.abs(degree) + minute / 60 + second / 3600;
  const letter = before ?? after;
  const side = letter === undefined ? undefined : SIGNS[letter];
  const isNegative = whole.startsWith('-');
  if (side === undefined) return { degrees: isNegative ? -size : size, axis: null };
  // Minus and a letter together say two things.
  return isNegative ? null : { degrees: size * side.sign, axis: side.axis };
}

function together(a: Part, b: Part): LatLng | null {
  if ((a.axis === null) !== (b.axis === null) || (a.axis !== null && a.axis === b.axis)) return null;
  const [latitude, longitude] = a.axis === 'longitude' ? [b.degrees, a.degrees] : [a.degrees, b.degrees];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
