import { MINUTE_MS, type Clock } from '@rastro/base';
import type { HistoryCopier } from '@rastro/tracker';
import type { WantedDevice } from './history-copy.ts';
import type { Headers, Period, TraccarReader } from './traccar-reader.ts';

interface EventsRead extends Period {
  readonly at: number;
}
/** In whose name events are read; without headers of a caller, in that of this installation. */
interface EventsCaller {
  readonly userId: number;
  readonly headers: Headers | null;
}
const FRESH_MS = 30_000;
const CLOCKS_MS = 2 * MINUTE_MS;
const MAX_REMEMBERED = 50_000;

/**
 * Copies events as the tracking server lists them for a caller: which geofences and maintenances a caller may know of
 * is decided there, for each caller. Copies of all callers lie together; reports filter them by what their reader sees.
 */
export class EventsCopy {
  readonly #reader: Pick<TraccarReader, 'events'>;
  readonly #copier: Pick<HistoryCopier, 'addEvents'>;
  readonly #clock: Clock;
  /** By user and device, what was read last. */
  readonly #read = new Map<string, EventsRead>();

  constructor(reader: Pick<TraccarReader, 'events'>, copier: Pick<HistoryCopier, 'addEvents'>, clock: Clock) {
    this.#reader = reader;
    this.#copier = copier;
    this.#clock = clock;
  }

  /** @throws UnreadableAnswerError; the signal's reason. */
  async ensure(
    caller: EventsCaller,
    devices: readonly WantedDevice[],
    { period, signal }: { readonly period: Period; readonly signal: AbortSignal },
  ): Promise<void> {
    await Promise.all(devices.map((device) => this.#ensureOf(caller, device, { period, signal })));
  }

  async #ensureOf(
    { userId, headers }: EventsCaller,
    { id, lastUpdate }: WantedDevice,
    { period, signal }: { readonly period: Period; readonly signal: AbortSignal },
  ): Promise<void> {
    const key = `${userId} ${id}`;
    const known = this.#read.get(key);
    const at = this.#clock.now();
    const isFresh = known && (known.at > at - FRESH_MS || known.at > (lastUpdate ?? 0) + CLOCKS_MS);
    if (isFresh && known.from <= period.from && known.to >= period.to) return;
    await this.#copier.addEvents(
      id,
      await this.#reader.events(id, period, signal, headers ? { as: headers } : {}),
    );
    if (this.#read.size >= MAX_REMEMBERED) this.#read.clear();
    this.#read.set(key, { ...period, at });
  }
}
