import type { Episode, StretchKind } from './stretch-segment.ts';
import { compareKeys } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';
import { isOver } from './boundary.ts';
import { addDrivingEvents } from './driving-events.ts';
import { begin, close, extend, openPart, type PairMode, type Part } from './part.ts';
import type { Pair } from './tally.ts';

/** Brings the episodes of a tally up to date with one more pair. */
export function addParts(parts: Part[], pair: Pair, mode: PairMode): void {
  const { a, b } = pair;
  if (a.geofenceIds.length > 0 || b.geofenceIds.length > 0) addVisits(parts, pair, mode);
  const isDriven = mode === 'driven';
  if (pair.idleMs > 0) extend(openPart(parts, 'idle') ?? begin(parts, 'idle', a), pair, mode);
  else close(openPart(parts, 'idle'));
  if (isDriven && b.driver !== null) addDrive(parts, pair, b.driver);
  else close(openPart(parts, 'drive'));
  if (isDriven && isOver(b)) addSpeeding(parts, pair);
  else close(openPart(parts, 'speeding'));
  addDrivingEvents(parts, pair, isDriven);
}

function addVisits(parts: Part[], pair: Pair, mode: PairMode): void {
  const { a, b } = pair;
  for (const part of parts)
    if (part.kind === 'visit' && part.isOpen && !b.geofenceIds.includes(part.geofenceId)) part.isOpen = false;
  for (const geofenceId of b.geofenceIds) {
    const open = parts.find((part) => part.isOpen && part.kind === 'visit' && part.geofenceId === geofenceId);
    if (open) extend(open, pair, mode);
    else if (a.geofenceIds.includes(geofenceId)) extend(begin(parts, 'visit', a, geofenceId), pair, mode);
    else begin(parts, 'visit', b, geofenceId);
  }
}

function addDrive(parts: Part[], pair: Pair, driver: string): void {
  const open = openPart(parts, 'drive');
  if (open?.driver === driver) {
    extend(open, pair, 'driven');
    return;
  }
  close(open);
  const part = begin(parts, 'drive', pair.a);
  part.driver = driver;
  extend(part, pair, 'driven');
}

function addSpeeding(parts: Part[], pair: Pair): void {
  const { b } = pair;
  const open = openPart(parts, 'speeding');
  const part = open ?? begin(parts, 'speeding', b);
  if (open) extend(open, pair, 'driven');
  else part.limitKmh = b.limitKmh ?? 0;
  part.topKmh = Math.max(part.topKmh, b.speedKmh ?? 0);
}

/** Continues open parts, with empty sums. */
export const carriedOn = (parts: readonly Part[]): Part[] =>
  parts
    .filter(({ isOpen }) => isOpen)
    .map((part) =>
      isPoint(part) && part.source === null
        ? { ...part }
        : { ...part, start: part.end, isCarried: true, mm: 0, s: 0, topKmh: 0 },
    );

/** Of one fix, even where records repeat it, and open: it has no content yet, and is passed on unchanged. */
const isPoint = ({ isOpen, start, end }: Part): boolean =>
  isOpen && start.time === end.time && start.key === end.key;

/** Adds parts that came after; those that went on are joined. */
export function appendParts(parts: Part[], after: readonly Part[]): void {
  for (const next of after) {
    const former = parts.find((part) => part.isOpen && isSameEpisode(part, next));
    if (!former) {
      parts.push({ ...next });
      continue;
    }
    former.end = next.end;
    former.isOpen = next.isOpen;
    former.mm += next.mm;
    former.s += next.s;
    former.topKmh = Math.max(former.topKmh, next.topKmh);
    former.peakMs2 = Math.max(former.peakMs2, next.peakMs2);
  }
}

const isSameEpisode = (a: Part, b: Part): boolean =>
  a.kind === b.kind &&
  a.geofenceId === b.geofenceId &&
  a.driver === b.driver &&
  compareKeys(a.since, b.since) === 0;

/**
 * Drives, speeding and harsh driving are of trips and end with them; visits, idling and a drive without a break go on
 * in what follows.
 */
const isOfTrips = ({ kind, source }: Part): boolean =>
  kind === 'drive' || kind === 'speeding' || (source !== null && kind !== 'longDrive');

/** Returns the parts that continue after a piece of a stretch, or after the end of the stretch. */
export const carriedOver = (parts: readonly Part[], hasEnded: boolean): Part[] =>
  carriedOn(hasEnded ? parts.filter((part) => !isOfTrips(part)) : parts);

/** Turns the parts into those of a stop: nothing was driven. */
export function holdParts(parts: readonly Part[]): Part[] {
  const held = parts.filter((part) => !isOfTrips(part));
  for (const part of held) part.mm = 0;
  return held;
}

/** Converts the parts of a piece to episodes. */
export function episodesOf(
  parts: readonly Part[],
  kind: StretchKind,
  hasEnded: boolean,
  { idleMinS }: TripSettings,
): Episode[] {
  return (
    parts
      // An event is counted, and listed, in the piece in which it begins.
      .filter((part) => part.source === null || (kind === 'trip' && !part.isCarried))
      .filter((part) =>
        part.source === null && isOfTrips(part)
          ? kind === 'trip' && (hasEnded || !isPoint(part))
          : part.source !== null || !isPoint(part),
      )
      .filter(
        (part) =>
          part.kind !== 'idle' ||
          part.isOpen ||
          part.isCarried ||
          part.end.time - part.since.time >= idleMinS * 1000,
      )
      .map((part) => ({
        kind: part.kind,
        since: part.since,
        start: part.start,
        end: part.end,
        goesOn: part.source === null && part.isOpen && !(hasEnded && isOfTrips(part)),
        geofenceId: part.geofenceId,
        driver: part.driver,
        figures: figuresOf(part),
        note: part.source,
      }))
  );
}

function figuresOf({ kind, mm, s, topKmh, limitKmh, source, peakMs2 }: Part): Record<string, number> {
  if (kind === 'idle') return { seconds: s };
  if (source !== null) return { seconds: s, topKmh, peakMs2 };
  const metres = Math.round(mm / 1000);
  return kind === 'speeding' ? { metres, seconds: s, topKmh, limitKmh } : { metres, seconds: s };
}
