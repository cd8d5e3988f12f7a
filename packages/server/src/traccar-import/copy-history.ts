import type { Cursor, Storage, StoredDeviceState, StoredPosition } from '@rastro/storage';
import { checkedEvents, checkedPositions } from './history-rows.ts';
import { historySpans } from './history-spans.ts';
import type { ImportProgress } from './import-progress.ts';
import type { HistoryKind, Source } from './source.ts';

export interface HistoryDeps {
  readonly source: Source;
  readonly storage: Storage;
  readonly progress: ImportProgress;
}
/** A device that is here, and its last message there, milliseconds since 1970; null = never. */
export interface MovedDevice {
  readonly id: number;
  readonly lastUpdate: number | null;
}

/** Of all positions and events: the years that a device may name. */
export const ALL_TIME = { from: 0, to: Date.UTC(2100, 0, 1) } as const;
/** Devices that are read at once. */
const AT_ONCE = 2;
const CURSORS = 'import.';
const cursorName = (kind: HistoryKind, deviceId: number): string => `${CURSORS}${kind}.${deviceId}`;

/** Goes through devices, a few at once; the first error ends it. */
export async function forEachDevice(
  devices: readonly MovedDevice[],
  work: (device: MovedDevice, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const left = devices.values();
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const lane = async (): Promise<void> => {
    for (const device of left) {
      either.throwIfAborted();
      await work(device, either);
    }
  };
  const lanes = Array.from({ length: AT_ONCE }, lane);
  try {
    await Promise.all(lanes);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(lanes);
    throw error;
  }
}

/**
 * Copies positions, then events, of all devices. The cursor of a device moves in the transaction of its rows, so that a
 * run that was killed goes on where it was, and no row is here twice. @throws UnreadableAnswerError, StorageError
 */
export async function copyHistory(
  deps: HistoryDeps,
  devices: readonly MovedDevice[],
  signal: AbortSignal,
): Promise<void> {
  const { storage, progress } = deps;
  const cursors = new Map(
    (await storage.cursorsByPrefix(CURSORS)).map(({ name, instant }) => [name, instant]),
  );
  const newest = new Map(
    (await storage.deviceStates()).map(({ deviceId, positionId }) => [deviceId, positionId]),
  );
  for (const kind of ['positions', 'events'] as const) {
    progress.begin(`copying ${kind}`, devices.length);
    const copyOne = async (device: MovedDevice, until: AbortSignal): Promise<void> => {
      const from = cursors.get(cursorName(kind, device.id)) ?? ALL_TIME.from;
      const positionId = newest.get(device.id) ?? 0;
      if (kind === 'positions') await copyPositions(deps, { ...device, from, positionId }, until);
      else await copyEvents(deps, { ...device, from }, until);
      progress.deviceDone();
    };
    await forEachDevice(devices, copyOne, signal);
  }
}

interface Begun extends MovedDevice {
  readonly from: number;
}

async function copyPositions(
  { source, storage, progress }: HistoryDeps,
  device: Begun & { readonly positionId: number },
  signal: AbortSignal,
): Promise<void> {
  const { id: deviceId, from } = device;
  let latestId = device.positionId;
  const write = async (positions: readonly StoredPosition[], cursor: Cursor): Promise<void> => {
    const state = stateOf(device, positions.at(-1)?.id ?? latestId);
    const { known } = await storage.commit({ positions, events: [], states: [state], cursors: [cursor] });
    latestId = state.positionId;
    // When its id was taken, the last one that is here counts.
    const taken = new Set(known.map(({ id }) => id));
    if (!taken.has(latestId)) return;
    latestId = positions.findLast(({ id }) => !taken.has(id))?.id ?? device.positionId;
    await storage.commit({ positions: [], events: [], states: [stateOf(device, latestId)] });
  };
  // The next answer is read while the rows of this one are stored.
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const span of historySpans(
      source,
      { kind: 'positions', deviceId, from, to: ALL_TIME.to },
      signal,
    )) {
      const { rows } = checkedPositions(deviceId, span);
      await writing;
      writing = write(rows, { name: cursorName('positions', deviceId), instant: span.to + 1 });
      writing.catch(() => undefined);
      progress.addRows(rows.length);
    }
  } finally {
    await writing;
  }
}

/** No rule has seen it yet, and nobody is connected. */
const stateOf = ({ id, lastUpdate }: MovedDevice, positionId: number): StoredDeviceState => ({
  deviceId: id,
  positionId,
  lastUpdate,
  status: 'offline',
  memory: '{}',
});

async function copyEvents(
  { source, storage, progress }: HistoryDeps,
  { id: deviceId, from }: Begun,
  signal: AbortSignal,
): Promise<void> {
  for await (const span of historySpans(
    source,
    { kind: 'events', deviceId, from, to: ALL_TIME.to },
    signal,
  )) {
    const { rows } = checkedEvents(deviceId, span);
    const first = rows.length === 0 ? 0 : await storage.reserveIds('event', rows.length);
    const events = rows.map((event, at) => ({ ...event, id: first + at }));
    const cursor = { name: cursorName('events', deviceId), instant: span.to + 1 };
    await storage.commit({ positions: [], events, states: [], cursors: [cursor] });
    progress.addRows(events.length);
  }
}
