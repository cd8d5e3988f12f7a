import type { Clock } from '@rastro/base';
import type { BookStorage, StorageLocation } from '@rastro/storage';
import { keptDays } from '../access/kept-days.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { LiveDevices } from '../pipeline/live-device.ts';
import { adoptTurns } from '../pipeline/rules/trip-turns.ts';
import type { Surroundings } from '../pipeline/surroundings.ts';
import { BookKeeper, type BookKeeperRoom } from './book-keeper.ts';
import { bookDevice } from './book-devices.ts';
import type { BookDevice } from './fold-device.ts';
import { BooksWorker } from './books-worker.ts';
import { startDropping } from './drop-old-positions.ts';
import { admitted } from './late-fences.ts';
import { owedSince } from './set-totals.ts';

export interface BooksRoom {
  readonly bus: TrackerBus;
  readonly storage: BookStorage & { readonly location: StorageLocation };
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly around: Surroundings;
  readonly live: LiveDevices;
  /** Days that positions are kept; 0 = for ever. */
  readonly historyDays: number;
  readonly clock: Clock;
  readonly log: IngestLog;
}

const TIDY_MS = 60_000;

export interface AnsweredBooks {
  /** A device has other positions than it had; who stores them without telling anybody says so here. */
  changed(deviceId: number): void;
  /** Devices whose books are being made up. */
  behind(): number;
  close(): Promise<void>;
}

/** Keeps the books of all devices, and answers for them on the bus. */
export async function answerBooks(room: BooksRoom): Promise<AnsweredBooks> {
  const { bus, directory } = room;
  const worker = new BooksWorker(room.storage.location);
  const deviceOf = (id: number): BookDevice | null => {
    const device = directory.devices.get(id);
    return device ? bookDevice(room.around, device) : null;
  };
  const admit: BookKeeperRoom['admit'] = (findings) => {
    const device = directory.devices.get(findings.deviceId);
    const events = device ? findings.events.flatMap((event) => admitted(room.around, device, event)) : [];
    const { setAt } = room.live.of(findings.deviceId).ahead.memory;
    return { ...findings, events, records: owedSince(setAt, findings.records) };
  };
  const deviceIds = (): readonly number[] => [...directory.devices.inOrder()].map(({ id }) => id);
  const keeper = await BookKeeper.open(
    { ...room, worker, deviceOf, admit, onLate: heedLate(room, deviceOf) },
    deviceIds(),
  );
  const changeAll = (): void => {
    for (const id of deviceIds()) keeper.changed(id);
  };
  const tidy = setInterval(() => keeper.tidy(), TIDY_MS);
  tidy.unref();
  const stops = [
    bus.subscribe('fleet.changed', ({ positions }) => keeper.heard(positions)),
    bus.answer('books.settled', async ({ deviceIds }) => {
      await keeper.settled(deviceIds);
      return null;
    }),
    directory.devices.watch(({ before, after }) => {
      if (before && !after) keeper.forget(before.id);
      else if (before && after) keeper.changed(after.id);
    }),
    directory.groups.watch(changeAll),
    directory.watchServer(changeAll),
    directory.links.watch((changed) => {
      for (const { ownerKind, ownerId, propertyKind } of changed) {
        if (propertyKind !== 'geofence') continue;
        if (ownerKind === 'device') keeper.changed(ownerId);
        else if (ownerKind === 'group') changeAll();
      }
    }),
    directory.linked.geofence.watch(({ before, after }) => {
      if (before?.attributes['speedLimit'] !== after?.attributes['speedLimit']) changeAll();
    }),
    () => clearInterval(tidy),
    startDropping(room.historyDays, { ...room, deviceIds, keptDays: (breathe) => keptDays(room, breathe) }),
  ];
  return {
    changed: (deviceId) => keeper.changed(deviceId),
    behind: () => keeper.behind,
    close: async () => {
      for (const stop of stops) stop();
      // What is under way fails with its thread, and is done at the next start.
      const ended = keeper.close();
      await worker.close();
      await ended;
    },
  };
}

/** Live state follows what late records mean, and whoever asked for that is told. */
const heedLate =
  ({ live, bus }: BooksRoom, deviceOf: BookKeeperRoom['deviceOf']): BookKeeperRoom['onLate'] =>
  (deviceId, { owed, events }, turns) => {
    const device = live.of(deviceId);
    device.owed = owed;
    const settings = deviceOf(deviceId)?.settings;
    if (settings && turns !== null) adoptTurns(device, turns, settings);
    if (events.length > 0) bus.publish('fleet.changed', { devices: [], events, positions: [], commands: [] });
  };
