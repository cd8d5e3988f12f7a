import type { Clock } from '@rastro/base';
import type { StatisticsStorage } from '@rastro/storage';

/** Counts per day. @source docs/reference/tracking-api.md §2.18 */
const COUNTS = [
  'requests',
  'messagesReceived',
  'messagesStored',
  'mailSent',
  'smsSent',
  'geocoderRequests',
  'geolocationRequests',
] as const;
export type Count = (typeof COUNTS)[number];

interface Day {
  readonly captureTime: number;
  readonly counts: Record<Count, number>;
  readonly users: Set<number>;
  readonly devices: Set<number>;
  readonly devicesByProtocol: Map<string, Set<number>>;
}

/**
 * Counts what happens on a day of the server's time zone, in memory; `save` stores it. After a restart, a day continues
 * counting; users active before it are then counted by number, not by name.
 */
export class Statistics {
  readonly #storage: StatisticsStorage;
  readonly #clock: Clock;
  #day: Day;
  /** Counts of an earlier run on the same day. */
  #before: Readonly<Record<string, unknown>> = {};

  readonly #received: () => Promise<number>;
  #counted = 0;

  private constructor(storage: StatisticsStorage, clock: Clock, received: () => Promise<number>) {
    this.#received = received;
    this.#storage = storage;
    this.#clock = clock;
    this.#day = newDay(startOfDay(clock.now()));
  }
  /** @param received Messages of devices since ingest started. */
  static async load(
    storage: StatisticsStorage,
    clock: Clock,
    received: () => Promise<number>,
  ): Promise<Statistics> {
    const statistics = new Statistics(storage, clock, received);
    const { captureTime } = statistics.#day;
    statistics.#before = (await storage.statistics(captureTime, captureTime))[0]?.body ?? {};
    return statistics;
  }

  count(name: Count, by = 1): void {
    this.#today().counts[name] += by;
  }
  userActive(userId: number): void {
    this.#today().users.add(userId);
  }
  deviceActive(deviceId: number, protocol: string): void {
    const day = this.#today();
    day.devices.add(deviceId);
    const known = day.devicesByProtocol.get(protocol);
    if (known) known.add(deviceId);
    else day.devicesByProtocol.set(protocol, new Set([deviceId]));
  }

  async save(): Promise<void> {
    await this.#store(this.#today(), this.#before);
  }

  /** A new day begins with the first thing that happens on it. */
  #today(): Day {
    const start = startOfDay(this.#clock.now());
    if (start === this.#day.captureTime) return this.#day;
    const over = this.#day;
    const before = this.#before;
    this.#day = newDay(start);
    this.#before = {};
    this.#store(over, before).catch(() => {}); // Stored a minute ago; failures of storage are reported elsewhere.
    return this.#day;
  }

  async #store(day: Day, before: Readonly<Record<string, unknown>>): Promise<void> {
    const received = await this.#received();
    // Fewer than before: ingest has restarted.
    day.counts.messagesReceived += received < this.#counted ? received : received - this.#counted;
    this.#counted = received;
    const was = (name: string): number => Number(before[name] ?? 0);
    const protocols = { ...(before['protocols'] as Record<string, number> | undefined) };
    for (const [name, devices] of day.devicesByProtocol)
      protocols[name] = Math.max(protocols[name] ?? 0, devices.size);
    const counts = Object.fromEntries(COUNTS.map((name) => [name, was(name) + day.counts[name]]));
    await this.#storage.putStatistics({
      captureTime: day.captureTime,
      body: {
        activeUsers: Math.max(was('activeUsers'), day.users.size),
        activeDevices: Math.max(was('activeDevices'), day.devices.size),
        ...counts,
        protocols,
      },
    });
  }
}

function newDay(captureTime: number): Day {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<Count, number>;
  return { captureTime, counts, users: new Set(), devices: new Set(), devicesByProtocol: new Map() };
}

/** Midnight in the server's time zone. */
function startOfDay(instant: number): number {
  const day = new Date(instant);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}
