import { DAY_MS, type Clock } from '@rastro/base';
import type { DeviceStatus } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import type { HistoryCopier } from '@rastro/tracker';
import { dayOf, endOf, startOf, toRead, type CopiedDays } from './copied-days.ts';
import type { Period, TraccarReader } from './traccar-reader.ts';

export interface WantedDevice {
  readonly id: number;
  /** Last message, milliseconds since 1970; null = never. */
  readonly lastUpdate: number | null;
  readonly status: DeviceStatus;
  /** Newest position; 0 = none. */
  readonly positionId: number;
}
export interface CopyProgress {
  /** Vehicle days that had to be read. */
  total: number;
  done: number;
}
/** Identifier of the driver who was checked in to a device; null = none was. */
export type DriverAt = (deviceId: number, instant: number) => string | null;
interface Copying {
  readonly driverAt: DriverAt;
  readonly progress: CopyProgress;
  readonly signal: AbortSignal;
}
interface Deps {
  readonly reader: Pick<TraccarReader, 'positions'>;
  readonly copier: Pick<HistoryCopier, 'replace' | 'drop' | 'settled'>;
  readonly days: CopiedDays;
  /** Drivers who were checked in during a period. */
  readonly driversDuring: (from: number, to: number) => Promise<DriverAt>;
  readonly clock: Clock;
}

/** Records before and after a period decide where its first trip begins and its last one ends. */
const LEAD_MS = 36 * 3_600_000;
/** A silent device is searched this far back: its last stop may have begun then. */
const SEARCH_DAYS = 400;
const MAX_DAYS_AT_ONCE = 16;
/** Positions of an answer: with fewer, more days are asked for at once. */
const FEW = 2000;
const MANY = 8000;
/** The end of a day is read again from a little before. */
const OVERLAP_MS = 600_000;

interface Span {
  readonly day: number;
  readonly part: 'day' | 'end';
}

/** Counts the whole days at the beginning that follow one another, up to a limit. */
function wholeDaysInRow(spans: readonly Span[], limit: number): number {
  const first = spans[0]?.day ?? 0;
  let run = 1;
  while (run < limit && spans[run]?.part === 'day' && spans[run]?.day === first + run) run++;
  return run;
}

/** Copies the history that a reader needs, device by device and day by day, and only what is not there yet. */
export class HistoryCopy {
  readonly #deps: Deps;
  /** One at a time for each device: the next one finds what the former copied. */
  readonly #queues = new Map<number, Promise<unknown>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Counts the vehicle days that a period needs and that have to be read first. */
  missing(devices: readonly WantedDevice[], period: Period): number {
    return devices.reduce((sum, device) => sum + this.#spans(device, this.#around(period)).length, 0);
  }

  /**
   * Copies what a period needs, and waits until trips and sums are derived from it.
   * @throws UnreadableAnswerError; the signal's reason.
   */
  async ensure(
    devices: readonly WantedDevice[],
    period: Period,
    { progress, signal }: Omit<Copying, 'driverAt'>,
  ): Promise<void> {
    progress.total += this.missing(devices, period);
    const { from, to } = this.#around(period);
    const driverAt = await this.#deps.driversDuring(from, to);
    const failed = new AbortController();
    const either = AbortSignal.any([signal, failed.signal]);
    try {
      await Promise.all(
        devices.map((device) =>
          this.#queued(device.id, () => this.#copy(device, period, { driverAt, progress, signal: either })),
        ),
      );
    } finally {
      failed.abort();
    }
    await this.#deps.copier.settled(devices.map(({ id }) => id));
  }

  /** Forgets a device with all its copies. */
  async drop(deviceId: number): Promise<void> {
    await this.#queued(deviceId, async () => {
      await this.#deps.days.forget(deviceId);
      await this.#deps.copier.drop(deviceId, 0, Number.MAX_SAFE_INTEGER);
    });
  }

  /** Drops copied days that no report has needed for some time, and the longest unused ones above a number of positions. */
  async trim({
    unusedDays,
    maxPositions,
  }: {
    readonly unusedDays: number;
    readonly maxPositions: number;
  }): Promise<void> {
    const { days, clock } = this.#deps;
    const oldest = dayOf(clock.now()) - unusedDays;
    let excess = days.count() - maxPositions;
    const all = days
      .deviceIds()
      .flatMap((deviceId) =>
        [...days.of(deviceId)].map(([day, { usedOn, count }]) => ({ deviceId, day, usedOn, count })),
      );
    for (const { deviceId, day, usedOn, count } of all.toSorted(
      (a, b) => a.usedOn - b.usedOn || a.day - b.day,
    )) {
      if (usedOn >= oldest && excess <= 0) return;
      excess -= count;
      await this.#queued(deviceId, async () => {
        days.of(deviceId).delete(day);
        await days.save(deviceId);
        if (count > 0) await this.#deps.copier.drop(deviceId, startOf(day), endOf(day));
      });
    }
  }

  #queued<T>(deviceId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(deviceId) ?? Promise.resolve();
    const running = before.then(work, work);
    const settled = running.catch(() => undefined);
    this.#queues.set(deviceId, settled);
    void settled.then(() => {
      if (this.#queues.get(deviceId) === settled) this.#queues.delete(deviceId);
    });
    return running;
  }

  #around({ from, to }: Period): Period {
    return { from: from - LEAD_MS, to: Math.min(to + LEAD_MS, this.#deps.clock.now() + DAY_MS) };
  }

  /** Days of a period that have to be read, in order. */
  #spans({ id, lastUpdate }: WantedDevice, { from, to }: Period): readonly Span[] {
    const days = this.#deps.days.of(id);
    const now = this.#deps.clock.now();
    const spans: Span[] = [];
    for (let day = dayOf(from); day <= dayOf(to) && startOf(day) <= now; day++) {
      const part = toRead(day, days.get(day), { now, lastUpdate });
      if (part) spans.push({ day, part });
    }
    return spans;
  }

  async #copy(device: WantedDevice, period: Period, copying: Copying): Promise<void> {
    const around = this.#around(period);
    try {
      await this.#readSpans(device, around, copying);
      await this.#findBefore(device.id, dayOf(around.from), copying);
      this.#use(device.id, around);
    } finally {
      await this.#deps.days.save(device.id);
    }
  }

  async #readSpans(device: WantedDevice, around: Period, copying: Copying): Promise<void> {
    let atOnce = 1;
    for (let spans = this.#spans(device, around); ;) {
      const [first] = spans;
      if (!first) return;
      const run = first.part === 'end' ? 1 : wholeDaysInRow(spans, atOnce);
      const count = await (first.part === 'end'
        ? this.#readEnd(device.id, first.day, copying)
        : this.#readDays(device.id, { first: first.day, last: first.day + run - 1 }, copying));
      if (count < FEW) atOnce = Math.min(MAX_DAYS_AT_ONCE, atOnce * 2);
      else if (count > MANY) atOnce = Math.max(1, atOnce >> 1);
      copying.progress.done += run;
      spans = spans.slice(run);
    }
  }

  /** Reads earlier days until there is a position: the place of the device before the period. */
  async #findBefore(deviceId: number, before: number, copying: Copying): Promise<void> {
    const copied = this.#deps.days.of(deviceId);
    const limit = Math.max(0, before - SEARCH_DAYS);
    let atOnce = 1;
    for (let day = before; day >= limit; day--) {
      if (!copied.has(day)) {
        let first = day;
        while (first > limit && day - first + 1 < atOnce && !copied.has(first - 1)) first--;
        await this.#readDays(deviceId, { first, last: day }, copying);
        atOnce = Math.min(MAX_DAYS_AT_ONCE, atOnce * 2);
      }
      if ((copied.get(day)?.count ?? 0) > 0) return;
    }
  }

  async #readDays(
    deviceId: number,
    { first, last }: { readonly first: number; readonly last: number },
    { driverAt, signal }: Copying,
  ): Promise<number> {
    const { reader, copier, days, clock } = this.#deps;
    const copied = days.of(deviceId);
    const readAt = clock.now();
    const period = { from: startOf(first), to: endOf(last) };
    const read = await reader.positions(deviceId, period, signal);
    const positions = withDrivers(read, driverAt);
    const known = Array.from({ length: last - first + 1 }, (_, at) => copied.get(first + at));
    const isNew = known.every((day) => day === undefined);
    await copier.replace({ deviceId, ...period, positions, isNew });
    const counts = Map.groupBy(positions, ({ fixTime }) => dayOf(fixTime));
    for (let day = first; day <= last; day++)
      copied.set(day, {
        count: counts.get(day)?.length ?? 0,
        readAt,
        endReadAt: readAt,
        usedOn: copied.get(day)?.usedOn ?? dayOf(readAt),
      });
    return positions.length;
  }

  async #readEnd(deviceId: number, day: number, copying: Copying): Promise<number> {
    const { reader, copier, days, clock } = this.#deps;
    const copied = days.of(deviceId);
    const before = copied.get(day);
    if (!before) return this.#readDays(deviceId, { first: day, last: day }, copying);
    const endReadAt = clock.now();
    const period = { from: Math.max(startOf(day), before.endReadAt - OVERLAP_MS), to: endOf(day) };
    const positions = withDrivers(await reader.positions(deviceId, period, copying.signal), copying.driverAt);
    await copier.replace({ deviceId, ...period, positions, isNew: false });
    copied.set(day, { ...before, count: Math.max(before.count, positions.length), endReadAt });
    return positions.length;
  }

  #use(deviceId: number, { from, to }: Period): void {
    const { days, clock } = this.#deps;
    const usedOn = dayOf(clock.now());
    const copied = days.of(deviceId);
    for (let day = dayOf(from); day <= dayOf(to); day++) {
      const known = copied.get(day);
      if (known && known.usedOn !== usedOn) copied.set(day, { ...known, usedOn });
    }
  }
}

/** Names the driver who was checked in, where the tracker names none, as the embedded server does when it receives. */
const withDrivers = (positions: readonly StoredPosition[], driverAt: DriverAt): readonly StoredPosition[] =>
  positions.map((position) => {
    const { deviceId, deviceTime, attributes } = position;
    const driverUniqueId = attributes['driverUniqueId'] === undefined ? driverAt(deviceId, deviceTime) : null;
    return driverUniqueId === null
      ? position
      : { ...position, attributes: { ...attributes, driverUniqueId } };
  });
