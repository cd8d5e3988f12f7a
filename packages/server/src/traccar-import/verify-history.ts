import type { StoredEvent, StoredPosition } from '@rastro/storage';
import { ALL_TIME, forEachDevice, type HistoryDeps, type MovedDevice } from './copy-history.ts';
import { checkedEvents, checkedPositions } from './history-rows.ts';
import { historySpans, type HistorySpan } from './history-spans.ts';
import type { ImportReport } from './import-report.ts';
import { MonthSums } from './month-sums.ts';

interface Deps extends HistoryDeps {
  readonly report: ImportReport;
  /** When copying began, milliseconds since 1970: what came there since is not here. */
  readonly startedAt: number;
}
export interface Verified {
  positions: number;
  events: number;
  /** Positions that arrived there while others were copied. */
  arrivedSince: number;
  /** Of what the two sides differ, e.g. `positions of device 4, 2026-03`; empty = they are equal. */
  readonly differing: string[];
}

const PAGE_ROWS = 4000;
/** Clocks of two machines differ. */
const CLOCKS_MS = 120_000;

/**
 * Reads everything again from there and compares it with what is stored here, by number and checksum of each device
 * and month. Rows that were refused are in the report, one by one. @throws UnreadableAnswerError, StorageError
 */
export async function verifyHistory(
  deps: Deps,
  devices: readonly MovedDevice[],
  signal: AbortSignal,
): Promise<Verified> {
  const verified: Verified = { positions: 0, events: 0, arrivedSince: 0, differing: [] };
  deps.progress.begin('verifying', devices.length);
  const verifyOne = async ({ id }: MovedDevice, until: AbortSignal): Promise<void> => {
    const positions = new SidesOf('positions', id);
    for await (const span of historySpans(
      deps.source,
      { kind: 'positions', deviceId: id, ...ALL_TIME },
      until,
    ))
      await comparePositions(deps, { deviceId: id, span, sides: positions, verified });
    const events = new SidesOf('events', id);
    for await (const span of historySpans(
      deps.source,
      { kind: 'events', deviceId: id, ...ALL_TIME },
      until,
    )) {
      const count = await compareEvents(deps, { deviceId: id, span, sides: events });
      // Not in one expression: other devices count meanwhile.
      verified.events += count;
    }
    verified.differing.push(...positions.differing(), ...events.differing());
    deps.progress.deviceDone();
  };
  await forEachDevice(devices, verifyOne, signal);
  return verified;
}

/** Checksums of both sides of a device. */
class SidesOf {
  readonly there = new MonthSums();
  readonly here = new MonthSums();
  readonly #label: string;

  constructor(kind: string, deviceId: number) {
    this.#label = `${kind} of device ${deviceId}`;
  }
  differing(): readonly string[] {
    return this.there.differing(this.here).map((month) => `${this.#label}, ${month}`);
  }
}
interface Compared {
  readonly deviceId: number;
  readonly span: HistorySpan;
  readonly sides: SidesOf;
}

async function comparePositions(
  { storage, report, startedAt, progress }: Deps,
  { deviceId, span, sides, verified }: Compared & { readonly verified: Verified },
): Promise<void> {
  const { rows, refused } = checkedPositions(deviceId, span);
  for (const { row, why } of refused)
    report.add('refused', { kind: 'position', row: `${row} of device ${deviceId}`, why });
  const here = new Set<number>();
  for await (const page of storage.history({ deviceId, from: span.from, to: span.to, pageSize: PAGE_ROWS }))
    for (const position of page) {
      here.add(position.id);
      sides.here.add(placed(position));
    }
  const missing = rows.filter(({ id }) => !here.has(id));
  const others = new Set((await storage.positionsById(missing.map(({ id }) => id))).map(({ id }) => id));
  for (const position of rows) {
    const { id, serverTime } = position;
    if (here.has(id)) sides.there.add(placed(position));
    else if (others.has(id))
      report.add('refused', {
        kind: 'position',
        row: `${id} of device ${deviceId}`,
        why: 'its id is taken by another',
      });
    else if (serverTime > startedAt - CLOCKS_MS) verified.arrivedSince++;
    else sides.there.add(placed(position));
  }
  verified.positions += here.size;
  progress.addRows(rows.length);
}

const placed = ({ fixTime, latitude, longitude }: StoredPosition) => ({ time: fixTime, latitude, longitude });

async function compareEvents(
  { storage, report, startedAt }: Deps,
  { deviceId, span, sides }: Compared,
): Promise<number> {
  const { rows, refused } = checkedEvents(deviceId, span);
  for (const { row, why } of refused)
    report.add('refused', { kind: 'event', row: `${row} of device ${deviceId}`, why });
  let count = 0;
  const isOld = ({ eventTime }: StoredEvent): boolean => eventTime <= startedAt - CLOCKS_MS;
  for await (const page of storage.events({ deviceId, from: span.from, to: span.to, pageSize: PAGE_ROWS })) {
    count += page.length;
    for (const event of page.filter(isOld)) sides.here.add(happened(event));
  }
  for (const event of rows.filter(isOld)) sides.there.add(happened(event));
  return count;
}

/** Events have no place; the record that they name takes its part. */
const happened = ({ eventTime, positionId, geofenceId }: StoredEvent) => ({
  time: eventTime,
  latitude: positionId / 1000,
  longitude: geofenceId / 1000,
});
