import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** Degrees; a west that is east of the east crosses the antimeridian. */
export interface TrackView {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
/** The way of a device in whole UTC days. */
export interface TrackQuery {
  readonly deviceId: number;
  readonly from: Date;
  readonly to: Date;
  /** Of the map; null = the finest level with 30,000 points. */
  readonly zoom: number | null;
  /** Only days that may be seen in it; null = all. */
  readonly view: TrackView | null;
  /** Columns of values measured at the points: attributes, or `altitude`; four at most. */
  readonly attributes?: readonly string[];
}

/** @source docs/decisions/tracks.md */
export interface TrackCalls {
  /**
   * Passes the answer on as it comes, for `TrackFrames` of `@rastro/fleet/tracks`.
   * @param take May throw when it cannot continue: then the answer is a failure, and earlier data stay.
   */
  read(query: TrackQuery, take: (piece: Uint8Array) => void, signal: AbortSignal): Promise<Answer<null>>;
}

export function trackCalls(caller: TrackingCaller): TrackCalls {
  return {
    read: ({ deviceId, from, to, zoom, view, attributes = [] }, take, signal) => {
      const query = {
        from: from.toISOString(),
        to: to.toISOString(),
        ...(zoom === null ? {} : { zoom: Math.max(0, Math.floor(zoom)) }),
        ...(attributes.length > 0 ? { attributes } : {}),
        ...(view === null ? {} : { bbox: `${view.west},${view.south},${view.east},${view.north}` }),
      };
      return caller.bytes('GET /tracks/:id', { params: { id: deviceId }, query, take }, signal);
    },
  };
}
