import type { Clock } from '@rastro/base';
import type { StatisticsStorage } from '@rastro/storage';

/** Counts per day. @source docs/reference/tracking-api.md §2.18 */
export type Count =
  | 'requests'
  | 'messagesReceived'
  | 'messagesStored'
  | 'mailSent'
  | 'smsSent'
  | 'geocoderRequests'
  | 'geolocationRequests';

/** Seen things by name of the figure that counts them. */
const USERS = 'activeUsers';
const DEVICES = 'activeDevices';
const PROTOCOL = 'protocols.';

interface Day {
  readonly captureTime: number;
  /** Not stored yet. */
  counts: Record<string, number>;
  /** Not stored yet. */
  fresh: Map<string, Set<number>>;
  readonly seen: Map<string, Set<number>>;
}

/**
 * Counts what happens here on a day of the server's time zone; `save` adds it to what is stored, where other processes
 * and earlier runs add theirs.
 */
export class Statistics {
  readonly #storage: StatisticsStorage;
  readonly #clock: Clock;
  #day: Day;

  constructor(storage: StatisticsStorage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
    this.#day = newDay(startOfDay(clock.now()));
  }

  count(name: Count, by = 1): void {
    const { counts } = this.#today();
    counts[name] = (counts[name] ?? 0) + by;
  }
  userActive(userId: number): void {
    see(this.#today(), USERS, userId);
  }
  deviceActive(deviceId: number, protocol: string): void {
    const day = this.#today();
    see(day, DEVICES, deviceId);
    see(day, PROTOCOL + protocol, deviceId);
  }

  async save(): Promise<void> {
    await this.#store(this.#today());
  }

  /** A new day begins with the first thing that happens on it. */
  #today(): Day {
    const start = startOfDay(this.#clock.now());
    if (start === this.#day.captureTime) return this.#day;
    const over = this.#day;
    this.#day = newDay(start);
    this.#store(over).catch(() => {}); // Of the last minute; failures of storage are reported elsewhere.
    return this.#day;
  }

  async #store(day: Day): Promise<void> {
    const { captureTime, counts, fresh } = day;
    if (fresh.size === 0 && Object.keys(counts).length === 0) return;
    day.counts = {};
    day.fresh = new Map();
    const seen = Object.fromEntries([...fresh].map(([name, ids]) => [name, [...ids]]));
    try {
      await this.#storage.addStatistics({ captureTime, counts, seen });
    } catch (error) {
      for (const [name, by] of Object.entries(counts)) day.counts[name] = (day.counts[name] ?? 0) + by;
      for (const [name, ids] of fresh) day.fresh.set(name, ids.union(day.fresh.get(name) ?? new Set()));
      throw error;
    }
  }
}

/** The stored figures of a day, as the tracking API names them. */
export function figuresOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(body);
  const isProtocol = ([name]: readonly [string, unknown]): boolean => name.startsWith(PROTOCOL);
  const protocols = entries.filter(isProtocol).map(([name, n]) => [name.slice(PROTOCOL.length), n]);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isProtocol(entry))),
    // Days of earlier versions have them as they are here.
    protocols: { ...Object(body['protocols']), ...Object.fromEntries(protocols) },
  };
}

function see(day: Day, name: string, id: number): void {
  const seen = day.seen.get(name) ?? new Set();
  if (seen.has(id)) return;
  day.seen.set(name, seen.add(id));
  day.fresh.set(name, (day.fresh.get(name) ?? new Set()).add(id));
}

const newDay = (captureTime: number): Day => ({
  captureTime,
  counts: {},
  fresh: new Map(),
  seen: new Map(),
});

/** Midnight in the server's time zone. */
function startOfDay(instant: number): number {
  const day = new Date(instant);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}
