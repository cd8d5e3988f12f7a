import {
  addSums,
  NO_SUMS,
  subtractSums,
  sumsBetween,
  type QuarterSums,
  type Sums,
} from '@rastro/fleet/trips';
import type { DeviceSums, TripMark, TripReader, TripSnapshot } from '@rastro/storage';
import { continued, deviceTripsFor } from './device-trips.ts';
import {
  freshMemoryOf,
  type DeviceMark,
  type FreshMemory,
  type KnownDevice,
  type Share,
} from './fresh-memory.ts';
import { settingsKey, type TripDevice } from './reduce-device.ts';
import { nearQuarter, QUARTER_MS, sumsOfPeriod } from './sums-of-period.ts';

/** Devices whose newest records are asked for at once: a database server answers one while the next is on its way. */
const READ_AT_ONCE = 64;

/** Of devices, or of devices by driver. */
export type SumsBy = 'device' | 'driver';
/** Milliseconds since 1970; `to` is the first instant after it. */
interface Span {
  readonly from: number;
  readonly to: number;
}
/** A device whose stored days and newest records are all that it did. */
interface Current {
  readonly device: TripDevice;
  readonly known: KnownDevice;
}

/**
 * Sums of many devices over a period: those of one after the other, but read together. By driver, too: of each driver
 * with a device, and with null what is left of it, so that all together are the device. A quarter of an hour that an end
 * of the period cuts is in what is left.
 */
export function sumsOfFleet(
  reader: TripReader,
  devices: readonly TripDevice[],
  period: Span,
  by: SumsBy,
): Promise<readonly DeviceSums[]> {
  const span = { from: nearQuarter(period.from), to: nearQuarter(period.to) };
  const memory = freshMemoryOf(reader);
  return reader.inSnapshot(async (snapshot) => {
    const current = await currentOf(snapshot, memory, devices);
    const isWhole = ({ known }: Current): boolean =>
      span.from % QUARTER_MS === 0 && (span.to % QUARTER_MS === 0 || known.end < span.to);
    const together = current.filter(isWhole);
    const ids = new Set(together.map(({ device }) => device.id));
    const apart = devices.filter(({ id }) => !ids.has(id));
    const ofDevices = [
      ...(await sumsTogether(snapshot, memory, together, { span, by: 'device' })),
      ...(await sumsApart(snapshot, apart, span)),
    ];
    if (by === 'device') return ofDevices;
    const ofDrivers = [
      ...(await sumsTogether(snapshot, memory, together, { span, by: 'driver' })),
      ...(await driversApart(snapshot, apart, span)),
    ];
    return [...ofDrivers, ...restOf(ofDevices, ofDrivers)];
  });
}

/** Devices with derived history that is up to date: what the newest records add is remembered, or worked out. */
async function currentOf(
  snapshot: TripSnapshot,
  memory: FreshMemory,
  devices: readonly TripDevice[],
): Promise<readonly Current[]> {
  const marks = new Map(
    (await snapshot.marks(devices.map(({ id }) => id))).map((mark) => [mark.deviceId, mark]),
  );
  const current: Current[] = [];
  const missing: { readonly device: TripDevice; readonly mark: DeviceMark }[] = [];
  for (const device of devices) {
    const mark = marks.get(device.id);
    if (!mark || mark.late || mark.settings !== settingsKey(device)) continue;
    const parts = partsOf(mark, device);
    const known = memory.get(device.id, parts);
    if (known) current.push({ device, known });
    else missing.push({ device, mark: parts });
  }
  for (let at = 0; at < missing.length; at += READ_AT_ONCE)
    current.push(...(await freshOf(snapshot, memory, missing.slice(at, at + READ_AT_ONCE))));
  return current;
}

/** Works out what the newest records add. Devices that are far behind are left out. */
async function freshOf(
  snapshot: TripSnapshot,
  memory: FreshMemory,
  missing: readonly { readonly device: TripDevice; readonly mark: DeviceMark }[],
): Promise<readonly Current[]> {
  const ends = new Map(
    (await snapshot.ends(missing.map(({ device }) => device.id))).map((end) => [end.head.deviceId, end]),
  );
  const found: Current[] = [];
  await Promise.all(
    missing.map(async ({ device, mark }) => {
      const end = ends.get(device.id);
      const opened = end && (await continued(snapshot, device, end));
      if (!opened) return;
      const fresh = { quarters: opened.freshQuarters(), end: opened.newestTime ?? Infinity };
      found.push({ device, known: memory.set(device.id, mark, fresh) });
    }),
  );
  return found;
}

const partsOf = (
  { revision, news, settings }: TripMark,
  { settings: { clockAheadS } }: TripDevice,
): DeviceMark => ({ history: `${revision} ${clockAheadS} ${settings}`, news });

/** All of the quarters that a span touches. */
const slotsOf = ({ from, to }: Span): Span => ({
  from: Math.floor(from / QUARTER_MS),
  to: Math.max(Math.floor(from / QUARTER_MS), Math.ceil(to / QUARTER_MS)),
});

/** Only those are read whose sums of the period are not known. */
async function sumsTogether(
  snapshot: TripSnapshot,
  memory: FreshMemory,
  current: readonly Current[],
  { span, by }: { readonly span: Span; readonly by: SumsBy },
): Promise<readonly DeviceSums[]> {
  if (current.length === 0 || span.to <= span.from) return [];
  const slots = slotsOf(span);
  const period = `${by} ${slots.from} ${slots.to}`;
  const missing = current.filter(({ known }) => !known.sums.has(period));
  await readStored(snapshot, memory, missing, { slots, by, period });
  const rounded = roundedOut(span);
  for (const { device, known } of missing) {
    const stored = known.stored.get(period) ?? [];
    const isNew = known.quarters.some(
      ({ slot, span: length }) => slot < slots.to && slot + length > slots.from,
    );
    const shares = isNew
      ? withFresh(device.id, stored, freshSums(device.id, known.quarters, rounded, by))
      : stored;
    memory.addSums(device.id, known, { period, of: 'sums' }, shares);
  }
  return current.flatMap(({ device, known }) =>
    (known.sums.get(period) ?? []).map((share) => ({ deviceId: device.id, ...share })),
  );
}

const withFresh = (
  deviceId: number,
  stored: readonly Share[],
  fresh: readonly DeviceSums[],
): readonly Share[] =>
  joined([...stored.map((share) => ({ deviceId, ...share })), ...fresh]).map(({ driver, sums }) => ({
    driver,
    sums,
  }));

/** Reads those of devices whose stored history has changed, or was not asked for yet. */
async function readStored(
  snapshot: TripSnapshot,
  memory: FreshMemory,
  current: readonly Current[],
  { slots, by, period }: { readonly slots: Span; readonly by: SumsBy; readonly period: string },
): Promise<void> {
  const missing = current.filter(({ known }) => !known.stored.has(period));
  if (missing.length === 0) return;
  const ids = missing.map(({ device }) => device.id);
  const found = Map.groupBy(await snapshot.sumsOfMany(ids, slots, by), ({ deviceId }) => deviceId);
  for (const { device, known } of missing) {
    const shares = (found.get(device.id) ?? []).map(({ driver, sums }): Share => ({ driver, sums }));
    memory.addSums(device.id, known, { period, of: 'stored' }, shares);
  }
}

const roundedOut = (span: Span): Span => {
  const { from, to } = slotsOf(span);
  return { from: from * QUARTER_MS, to: to * QUARTER_MS };
};

function freshSums(
  deviceId: number,
  quarters: readonly QuarterSums[],
  { from, to }: Span,
  by: SumsBy,
): readonly DeviceSums[] {
  if (by === 'device') return [{ deviceId, driver: null, sums: sumsBetween(quarters, from, to) }];
  const byDriver = Map.groupBy(quarters, ({ driver }) => driver);
  return [...byDriver].flatMap(([driver, some]) =>
    driver === null ? [] : { deviceId, driver, sums: sumsBetween(some, from, to) },
  );
}

/** Of devices that are behind, or whose quarters the period cuts: as in every other report, one after the other. */
async function sumsApart(
  snapshot: TripSnapshot,
  devices: readonly TripDevice[],
  span: Span,
): Promise<readonly DeviceSums[]> {
  const all: DeviceSums[] = [];
  for (const device of devices) {
    const opened = await deviceTripsFor(snapshot, device, { from: span.from, to: span.to - 1 });
    all.push({ deviceId: device.id, driver: null, sums: await sumsOfPeriod(opened, span.from, span.to) });
  }
  return all;
}

async function driversApart(
  snapshot: TripSnapshot,
  devices: readonly TripDevice[],
  { from, to }: Span,
): Promise<readonly DeviceSums[]> {
  const all: DeviceSums[] = [];
  for (const device of devices) {
    const opened = await deviceTripsFor(snapshot, device, { from, to: to - 1 });
    // Behind the newest record there is nothing to leave out.
    const isAll = opened.newestTime !== null && opened.newestTime < to;
    const after = isAll ? Math.ceil(to / QUARTER_MS) : Math.floor(to / QUARTER_MS);
    const slots = { from: Math.ceil(from / QUARTER_MS), to: after };
    if (slots.to <= slots.from) continue;
    const whole = { from: slots.from * QUARTER_MS, to: slots.to * QUARTER_MS };
    all.push(
      ...(await opened.driverSums(slots)),
      ...freshSums(device.id, opened.freshQuarters(), whole, 'driver'),
    );
  }
  return joined(all);
}

/** One line of each device and driver. */
function joined(all: readonly DeviceSums[]): readonly DeviceSums[] {
  const byDevice = new Map<number, Map<string | null, Sums>>();
  for (const { deviceId, driver, sums } of all) {
    const drivers = byDevice.get(deviceId) ?? new Map<string | null, Sums>();
    const before = drivers.get(driver);
    drivers.set(driver, before ? addSums(before, sums) : sums);
    byDevice.set(deviceId, drivers);
  }
  return [...byDevice].flatMap(([deviceId, drivers]) =>
    [...drivers].map(([driver, sums]) => ({ deviceId, driver, sums })),
  );
}

/** Sums of devices without a known driver. */
function restOf(ofDevices: readonly DeviceSums[], ofDrivers: readonly DeviceSums[]): readonly DeviceSums[] {
  const driven = Map.groupBy(ofDrivers, ({ deviceId }) => deviceId);
  return ofDevices.map(({ deviceId, sums }) => {
    const drivers = (driven.get(deviceId) ?? []).map((each) => each.sums).reduce(addSums, NO_SUMS);
    return { deviceId, driver: null, sums: subtractSums(sums, drivers) };
  });
}
