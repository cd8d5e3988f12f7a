import type {
  StretchSegment,
  TrackPoint,
  BoundaryReason,
  Episode,
  StretchKind,
  Sums,
} from './stretch-segment.ts';
import { addSums } from './piece-sums.ts';

/** A whole trip, stop or gap: its pieces added up. */
export interface Stretch {
  readonly kind: StretchKind;
  readonly start: TrackPoint;
  readonly end: TrackPoint;
  readonly began: BoundaryReason;
  /** Null = under way. */
  readonly ended: BoundaryReason | null;
  readonly sums: Sums;
  readonly odometer: StretchSegment['odometer'];
  readonly engineOnAt: number | null;
  readonly engineOffAt: number | null;
  readonly driver: string | null;
}

/** A piece of a stretch, for adding up. */
type StretchPiece = Omit<StretchSegment, 'decidedAt' | 'state' | 'quarters' | 'episodes'>;

/** Adds up pieces to stretches. @param pieces In their order, of one device; the first may be in mid-stretch. */
export function stretchesOf(pieces: Iterable<StretchPiece>): Stretch[] {
  const stretches: Stretch[] = [];
  for (const piece of pieces) {
    const last = stretches.at(-1);
    if (last && last.ended === null) stretches[stretches.length - 1] = joined(last, piece);
    else stretches.push(whole(piece));
  }
  return stretches;
}

const whole = (piece: StretchPiece): Stretch => ({
  kind: piece.kind,
  start: piece.stretch,
  end: piece.end,
  began: piece.began,
  ended: piece.ended,
  sums: piece.sums,
  odometer: piece.odometer,
  engineOnAt: piece.engineOnAt,
  engineOffAt: piece.engineOffAt,
  driver: piece.driver,
});

const joined = (stretch: Stretch, piece: StretchPiece): Stretch => ({
  ...stretch,
  end: piece.end,
  ended: piece.ended,
  sums: addSums(stretch.sums, piece.sums),
  odometer:
    stretch.odometer && piece.odometer
      ? { startM: stretch.odometer.startM, endM: piece.odometer.endM }
      : (stretch.odometer ?? piece.odometer),
  engineOnAt: piece.engineOnAt ?? stretch.engineOnAt,
  engineOffAt: piece.engineOffAt ?? stretch.engineOffAt,
  driver: stretch.driver ?? piece.driver,
});

/** Figures that are not added up: the largest counts. */
const LARGEST: ReadonlySet<string> = new Set(['topKmh']);
/** Figures that hold for the whole: the first reported one counts. */
const FIRST: ReadonlySet<string> = new Set(['limitKmh']);

/** Puts the parts of episodes together. @param pieces In their order, of one device. */
export function wholeEpisodes(pieces: Iterable<Pick<StretchSegment, 'episodes'>>): Episode[] {
  const all: Episode[] = [];
  const open = new Map<string, number>();
  for (const { episodes } of pieces)
    for (const episode of episodes) {
      const id = identity(episode);
      const at = open.get(id);
      const former = at === undefined ? undefined : all[at];
      if (at !== undefined && former) all[at] = continued(former, episode);
      else all.push({ ...episode, start: episode.since });
      if (episode.goesOn) open.set(id, at ?? all.length - 1);
      else open.delete(id);
    }
  return all;
}

const identity = ({ kind, geofenceId, driver, since }: Episode): string =>
  [kind, geofenceId, kind === 'drive' ? driver : '', since.time, since.deviceTime, since.key].join();

/** An episode and its next part. */
function continued(former: Episode, next: Episode): Episode {
  const figures: Record<string, number> = { ...former.figures };
  for (const [name, value] of Object.entries(next.figures)) {
    const had = figures[name];
    if (had === undefined) figures[name] = value;
    else if (LARGEST.has(name)) figures[name] = Math.max(had, value);
    else if (!FIRST.has(name)) figures[name] = had + value;
  }
  return { ...next, start: former.start, driver: former.driver ?? next.driver, figures };
}
