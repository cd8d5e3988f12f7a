import { DAY_MS } from '@rastro/base';
import {
  boxesMeet,
  decodeTrack,
  levelOfZoom,
  TrackFrames,
  type TrackBox,
  type TrackChunk,
} from '@rastro/fleet/tracks';
import type { ApiFailure, TrackingClient } from '@rastro/tracking-client';
import type { TrackView } from '../../kernel/map/entry-points.ts';
import { nearDays, nearView, POINTS_NEAR, type Nearness } from './near-days.ts';
import { joinDays, type Span, type Track } from './track.ts';

/** Interval at which the map redraws a fleet while it loads. */
const PROGRESS_INTERVAL_MS = 150;
/** Points that may be on the map at once; a closer look at part of it asks for what fits. */
const MAX_POINTS = 150_000;
const E5 = 100_000;
/** A zoom that has each level, finest first. */
const ZOOMS = [14, 12, 10, 8, 6] as const;

type State = 'waiting' | 'loading' | 'there' | 'failed';
export interface VehicleTrack {
  readonly deviceId: number;
  /** Index among the vehicles, for color and number. */
  readonly index: number;
  readonly state: State;
  readonly failure: Pick<ApiFailure, 'code' | 'message'> | null;
  readonly track: Track;
}
export interface TrackLoaderOptions {
  readonly client: TrackingClient;
  readonly deviceIds: readonly number[];
  /** Seconds since 1970. */
  readonly span: Span;
  /** Values requested with the track: attributes, or `altitude`. */
  readonly measures: readonly string[];
}

/** Near which place, and of which vehicles. */
export interface CloseUpQuery extends Nearness {
  readonly deviceIds: readonly number[];
}
export interface CloseTracks {
  readonly tracks: readonly Track[];
  /** Nothing that may have been near is only roughly known. */
  readonly isWhole: boolean;
}
type Asked = Parameters<TrackingClient['tracks']['read']>[0];

interface Loaded {
  readonly days: Map<number, TrackChunk>;
  /** Days that were looked at more closely. */
  readonly fine: Map<number, TrackChunk>;
  track: Track;
  isStale: boolean;
  state: State;
  failure: Pick<ApiFailure, 'code' | 'message'> | null;
}

/**
 * Ways of some vehicles in a period: first the finest level that is a small answer, one vehicle after another; then what
 * is in view, as fine as the map can show it. Answers come in pieces of a few days, so nothing here takes long at once.
 */
export class TrackLoader {
  readonly #options: TrackLoaderOptions;
  readonly #loaded: ReadonlyMap<number, Loaded>;
  readonly #ending = new AbortController();
  readonly #watchers = new Set<() => void>();
  #refining: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #notifyTimer: ReturnType<typeof setTimeout> | undefined;
  #snapshot: readonly VehicleTrack[];

  constructor(options: TrackLoaderOptions) {
    this.#options = options;
    this.#loaded = new Map(
      options.deviceIds.map((id) => [
        id,
        {
          days: new Map(),
          fine: new Map(),
          track: this.#join(id, []),
          isStale: false,
          state: 'waiting',
          failure: null,
        },
      ]),
    );
    this.#snapshot = this.#take();
  }

  /** Vehicles and period of the tracks, regardless of the measured values. */
  get subject(): string {
    const { deviceIds, span } = this.#options;
    return [...deviceIds, span.from, span.to].join();
  }
  readonly tracks = (): readonly VehicleTrack[] => this.#snapshot;
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  async load(): Promise<void> {
    for (const id of this.#options.deviceIds) {
      // One that failed takes no other with it.
      if (!this.#ending.signal.aborted) await this.#loadOne(id);
    }
  }
  /** Tries again what failed. */
  async retry(): Promise<void> {
    for (const [id, { state }] of this.#loaded) if (state === 'failed') await this.#loadOne(id);
  }
  stop(): void {
    this.#ending.abort();
    this.#refining?.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#notifyTimer);
  }

  /** Asks for what is in view as the map shows it now; a former question is given up. */
  async refine(view: TrackView): Promise<void> {
    this.#refining?.abort();
    const asking = new AbortController();
    this.#refining = asking;
    this.#forgetUnseen(boxOf(view));
    for (const [id, loaded] of this.#loaded) {
      const plan = planOf(loaded, view);
      if (plan === null) continue;
      const signal = AbortSignal.any([asking.signal, this.#ending.signal]);
      const span = { from: plan.first * DAY_MS, to: (plan.last + 1) * DAY_MS - 1 };
      const { measures: attributes } = this.#options;
      const zoom = ZOOMS[plan.level] ?? 0;
      const asked = { deviceId: id, ...datesOf(span), zoom, view: view.bounds, attributes };
      try {
        await this.#read(asked, (day) => loaded.fine.set(day.day, day), signal);
      } catch {
        // Given up for another view: what came stays.
        return;
      }
    }
  }

  /**
   * Ways in every detail where they may have come near a place; what is drawn stays as it is.
   * @returns what is there where it cannot be read.
   */
  async closely({ deviceIds, ...near }: CloseUpQuery, signal: AbortSignal): Promise<CloseTracks> {
    const tracks: Track[] = [];
    let isWhole = true;
    let capacity = POINTS_NEAR;
    for (const id of deviceIds) {
      const loaded = this.#loaded.get(id);
      if (loaded === undefined || signal.aborted) continue;
      const days = new Map([...loaded.days, ...loaded.fine]);
      const wanted = nearDays([...days.values()], near, capacity);
      isWhole &&= wanted.isWhole;
      if (wanted.days !== null) {
        const { first, last, points } = wanted.days;
        capacity -= points;
        const span = datesOf({ from: first * DAY_MS, to: (last + 1) * DAY_MS - 1 });
        const asked = { deviceId: id, ...span, zoom: ZOOMS[0], view: nearView(near) };
        isWhole &&= await this.#readClosely(asked, days, signal);
      }
      tracks.push(this.#join(id, days.values()));
    }
    return { tracks, isWhole };
  }
  async #readClosely(asked: Asked, days: Map<number, TrackChunk>, signal: AbortSignal): Promise<boolean> {
    try {
      const all = AbortSignal.any([signal, this.#ending.signal]);
      return (await this.#read(asked, (day) => days.set(day.day, day), all)) === null;
    } catch {
      // Given up for another place: the answer is not needed.
      return false;
    }
  }

  async #loadOne(id: number): Promise<void> {
    const loaded = this.#loaded.get(id);
    if (loaded === undefined) return;
    const { span, measures: attributes } = this.#options;
    const { from, to } = span;
    loaded.state = 'loading';
    this.#notifySoon();
    const asked = {
      deviceId: id,
      ...datesOf({ from: from * 1000, to: to * 1000 }),
      zoom: null,
      view: null,
      attributes,
    };
    try {
      const failure = await this.#read(asked, (day) => loaded.days.set(day.day, day), this.#ending.signal);
      loaded.state = failure === null ? 'there' : 'failed';
      loaded.failure = failure;
      this.#notify();
    } catch {
      // Only leaving throws: the answer is not needed any more.
    }
  }

  async #read(
    asked: Asked,
    onDay: (day: TrackChunk) => void,
    signal: AbortSignal,
  ): Promise<Loaded['failure']> {
    const frames = new TrackFrames();
    const loaded = this.#loaded.get(asked.deviceId);
    const answer = await this.#options.client.tracks.read(
      asked,
      (received) => {
        for (const bytes of frames.push(received)) {
          const day = decodeTrack(bytes);
          if (!day.ok) throw new Error(day.error);
          onDay(day.value);
          if (loaded) loaded.isStale = true;
        }
        this.#notifySoon();
      },
      signal,
    );
    if (!answer.ok) return answer.error;
    return frames.isWhole ? null : { code: 'CONNECTION_ERROR', message: '' };
  }

  /** Too much was looked at closely: what is not in view any more becomes coarse again. */
  #forgetUnseen(view: TrackBox): void {
    const all = [...this.#loaded.values()];
    const points = all.reduce((sum, { track }) => sum + track.length, 0);
    if (points <= MAX_POINTS) return;
    for (const loaded of all)
      for (const [day, { box }] of loaded.fine)
        if (box === null || !boxesMeet(box, view)) {
          loaded.fine.delete(day);
          loaded.isStale = true;
        }
    this.#notifySoon();
  }
  #notifySoon(): void {
    this.#timer ??= setTimeout(() => this.#notify(), PROGRESS_INTERVAL_MS);
  }
  #notify(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#snapshot = this.#take();
    // Days of a year are put together in one breath, and what is drawn of them is made in the next.
    this.#notifyTimer ??= setTimeout(() => {
      this.#notifyTimer = undefined;
      for (const watcher of this.#watchers) watcher();
    });
  }
  #take(): readonly VehicleTrack[] {
    return [...this.#loaded].map(([deviceId, loaded], index) => {
      if (loaded.isStale) {
        const days = new Map([...loaded.days, ...loaded.fine]);
        loaded.track = this.#join(deviceId, days.values());
        loaded.isStale = false;
      }
      return { deviceId, index, state: loaded.state, failure: loaded.failure, track: loaded.track };
    });
  }
  #join(deviceId: number, days: Iterable<TrackChunk>): Track {
    const { span, measures } = this.#options;
    return joinDays(deviceId, days, { ...span, measures });
  }
}

const datesOf = ({ from, to }: Span): { from: Date; to: Date } => ({
  from: new Date(from),
  to: new Date(to),
});

function boxOf({ bounds }: TrackView): TrackBox {
  return {
    southE5: bounds.south * E5,
    westE5: bounds.west * E5,
    northE5: bounds.north * E5,
    eastE5: bounds.east * E5,
  };
}

/** Days in view that can be finer, and how fine all of them fit. */
function planOf(
  { days, fine }: Pick<Loaded, 'days' | 'fine'>,
  view: TrackView,
): { readonly first: number; readonly last: number; readonly level: number } | null {
  const box = boxOf(view);
  const seen = [...days.values()]
    .map((day) => fine.get(day.day) ?? day)
    .filter((day) => day.box !== null && boxesMeet(day.box, box));
  const pointsAt = (level: number): number => seen.reduce((sum, { counts }) => sum + (counts[level] ?? 0), 0);
  let level = levelOfZoom(view.zoom);
  while (level < ZOOMS.length && pointsAt(level) > MAX_POINTS) level++;
  const coarse = seen.filter((day) => day.level > level).map(({ day }) => day);
  if (level >= ZOOMS.length || coarse.length === 0) return null;
  return { first: Math.min(...coarse), last: Math.max(...coarse), level };
}
