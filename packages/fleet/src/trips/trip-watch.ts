import { TripReducer } from './trip-reducer.ts';
import type { TrackPoint } from './stretch-segment.ts';
import type { BoundaryRecord } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';
import { isSame } from './boundary.ts';

/** A trip began or ended: at its own first or last record, which may lie a while back. */
export interface TripTransition {
  readonly kind: 'began' | 'ended';
  readonly at: TrackPoint;
}

/**
 * Reports trips as soon as the derived history can contain them: the same reducer, record by record, without its sums.
 * The history agrees, unless records come late.
 */
export class TripWatch {
  readonly #reducer: TripReducer;
  readonly #maxClockSkewMs: number;

  private constructor(reducer: TripReducer, settings: TripSettings) {
    this.#reducer = reducer;
    this.#maxClockSkewMs = settings.clockAheadS * 1000;
    reducer.stopCounting();
  }

  static start(settings: TripSettings): TripWatch {
    return new TripWatch(TripReducer.start(settings), settings);
  }
  /** Continues from the text of a watch, or of the derived history itself. Null = it is neither. */
  static from(text: string, settings: TripSettings): TripWatch | null {
    try {
      return new TripWatch(TripReducer.from(text, settings), settings);
    } catch {
      // Written by another version: starting without it misses one trip boundary at most.
      return null;
    }
  }

  /** Null = it has seen nothing. */
  get key(): TripReducer['key'] {
    return this.#reducer.key;
  }

  /** A trip is under way. */
  get isOnTrip(): boolean {
    return this.tripStart !== null;
  }
  /** Null = no trip is under way. */
  get tripStart(): TripReducer['openTripStart'] {
    return this.#reducer.openTripStart;
  }

  /** @param record Ignored if it does not come after all others, or if its clock is implausible. */
  add(record: BoundaryRecord): readonly TripTransition[] {
    const reducer = this.#reducer;
    if (!reducer.isNext(record) || record.time > record.serverTime + this.#maxClockSkewMs) return [];
    let open = reducer.openTripStart;
    const transitions: TripTransition[] = [];
    const began = (at: TrackPoint): void => {
      if (open === null || !isSame(open, at)) transitions.push({ kind: 'began', at });
      open = at;
    };
    reducer.add(record);
    for (const { kind, stretch, end, ended } of reducer.take()) {
      if (kind !== 'trip') continue;
      began(stretch);
      if (ended === null) continue;
      transitions.push({ kind: 'ended', at: end });
      open = null;
    }
    if (reducer.openTripStart !== null) began(reducer.openTripStart);
    reducer.forgetSums();
    return transitions;
  }

  /** Some hundred letters; equal texts go on equally. */
  state(): string {
    return this.#reducer.packed();
  }
}
