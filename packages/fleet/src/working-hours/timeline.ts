import type { Activity, ActivityKind, ExcessReason } from './activity.ts';

/** A piece of a driver's time; pieces of a timeline follow on each other without a gap. */
export interface Segment {
  readonly kind: ActivityKind;
  readonly begin: number;
  readonly end: number;
  readonly isMoving: boolean;
  readonly isFerry: boolean;
  readonly reason: ExcessReason | null;
}

/** Of activities at the same time the one that counts most against the driver wins: rest has to be beyond doubt. */
const RANK: Readonly<Record<ActivityKind, number>> = {
  driving: 0,
  work: 1,
  waiting: 2,
  unclear: 3,
  meal: 4,
  break: 5,
  rest: 6,
};

export const isPause = ({ kind }: Pick<Segment, 'kind'>): boolean =>
  kind === 'rest' || kind === 'break' || kind === 'meal';
export const lengthOf = ({ begin, end }: Pick<Segment, 'begin' | 'end'>): number => end - begin;

/**
 * Activities until now, in order, without overlaps. Time between two of them, and from the last one until now, is
 * unclear: nobody knows what it was. Neither their order nor cuts in them matter.
 */
export function timelineOf(activities: readonly Activity[], now: number): readonly Segment[] {
  const known = activities
    .filter(({ begin, end }) => begin < Math.min(end, now) && Number.isFinite(begin))
    .map((activity) => segmentOf(activity, now))
    .toSorted((a, b) => a.begin - b.begin);
  const segments: Segment[] = [];
  for (const next of withoutOverlaps(known)) {
    const last = segments.at(-1);
    if (last && last.end < next.begin) append(segments, unclear(last.end, next.begin));
    append(segments, next);
  }
  const last = segments.at(-1);
  if (last && last.end < now) append(segments, unclear(last.end, now));
  return segments;
}

/** Is there time until now of which nobody knows what it was? */
export const hasUnclear = (activities: readonly Activity[], now: number): boolean =>
  timelineOf(activities, now).some(({ kind }) => kind === 'unclear');

/** Pieces of a timeline within a span. */
export function within(segments: readonly Segment[], from: number, to: number): readonly Segment[] {
  const found: Segment[] = [];
  for (const segment of segments) {
    if (segment.end <= from) continue;
    if (segment.begin >= to) break;
    const isWhole = segment.begin >= from && segment.end <= to;
    found.push(
      isWhole
        ? segment
        : { ...segment, begin: Math.max(segment.begin, from), end: Math.min(segment.end, to) },
    );
  }
  return found;
}

export const sumOf = (segments: readonly Segment[], counts: (segment: Segment) => boolean): number =>
  segments.reduce((sum, segment) => (counts(segment) ? sum + lengthOf(segment) : sum), 0);

const segmentOf = (activity: Activity, now: number): Segment => ({
  kind: activity.kind,
  begin: activity.begin,
  end: Math.min(activity.end, now),
  isMoving: activity.isMoving ?? false,
  isFerry: activity.isFerry ?? false,
  reason: activity.reason ?? null,
});
const unclear = (begin: number, end: number): Segment => ({
  kind: 'unclear',
  begin,
  end,
  isMoving: false,
  isFerry: false,
  reason: null,
});

const isSame = (a: Segment, b: Segment): boolean =>
  a.kind === b.kind && a.isMoving === b.isMoving && a.isFerry === b.isFerry && a.reason === b.reason;

function append(segments: Segment[], next: Segment): void {
  const last = segments.at(-1);
  if (last && last.end === next.begin && isSame(last, next))
    segments[segments.length - 1] = { ...last, end: next.end };
  else segments.push(next);
}

function withoutOverlaps(sorted: readonly Segment[]): readonly Segment[] {
  const overlaps = sorted.some(({ begin }, at) => begin < (sorted[at - 1]?.end ?? -Infinity));
  if (!overlaps) return sorted;
  const bounds = [...new Set(sorted.flatMap(({ begin, end }) => [begin, end]))].toSorted((a, b) => a - b);
  const found: Segment[] = [];
  let active: Segment[] = [];
  let next = 0;
  for (const [at, begin] of bounds.entries()) {
    const end = bounds[at + 1];
    if (end === undefined) break;
    for (let segment = sorted[next]; segment && segment.begin <= begin; segment = sorted[next]) {
      active.push(segment);
      next += 1;
    }
    active = active.filter((segment) => segment.end > begin);
    const first = active.toSorted(byWeight)[0];
    if (first) found.push({ ...first, begin, end });
  }
  return found;
}

const byWeight = (a: Segment, b: Segment): number =>
  RANK[a.kind] - RANK[b.kind] ||
  Number(b.isMoving) - Number(a.isMoving) ||
  Number(a.isFerry) - Number(b.isFerry) ||
  (a.reason ?? '').localeCompare(b.reason ?? '');
