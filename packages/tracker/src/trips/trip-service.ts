import { host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import type { TripStorage, StorageLocation } from '@rastro/storage';
import { retentionDays } from '../access/retention-days.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { LiveDevices } from '../pipeline/live-device.ts';
import type { OwnPartitions } from '../pipeline/own-partitions.ts';
import type { RuledTypes } from '../pipeline/ruled-types.ts';
import { adoptTrips } from '../pipeline/rules/trip-transitions.ts';
import type { ReferenceData } from '../pipeline/reference-data.ts';
import { TripUpdater, type TripUpdaterDeps } from './trip-updater.ts';
import { tripDevice } from './trip-devices.ts';
import type { TripDevice } from './reduce-device.ts';
import { TripWorker } from './trip-worker.ts';
import { startDropping } from './drop-old-positions.ts';
import { admitted } from './late-fences.ts';
import { correctionsSince } from './set-totals.ts';

export interface TripsDeps {
  readonly bus: TrackerBus;
  readonly storage: TripStorage & { readonly location: StorageLocation };
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly around: ReferenceData;
  readonly live: LiveDevices;
  readonly own: OwnPartitions;
  /** Types of events that rules of notifications are about. Absent = nobody is notified, from here. */
  readonly ruled?: Pick<RuledTypes, 'all'>;
  /** Days for which positions are stored; 0 = forever. */
  readonly historyDays: number;
  readonly clock: Clock;
  readonly log: IngestLog;
}

const TIDY_MS = 60_000;

export interface TripService {
  /** This process works on these devices from now on. */
  takeOver(isTaken: (deviceId: number) => boolean): Promise<void>;
  /** Another process works on these devices from now on. */
  handOver(isGiven: (deviceId: number) => boolean): void;
  /** Called when the positions of a device have changed by a write that was not published. */
  changed(deviceId: number): void;
  /** Devices whose derived history is behind. */
  behind(): number;
  /** Answers about devices of a partition. @returns a function that ends it. */
  answer(partition: number): () => void;
  close(): Promise<void>;
}

/** Updates the derived history of all devices. */
export async function startTripService(deps: TripsDeps): Promise<TripService> {
  const { bus, directory, own } = deps;
  const worker = new TripWorker(deps.storage.location);
  const deviceOf = (id: number): TripDevice | null => {
    const device = own.owns(id) ? directory.devices.get(id) : undefined;
    return device ? tripDevice(deps.around, device) : null;
  };
  const admit: TripUpdaterDeps['admit'] = (findings) => {
    const device = directory.devices.get(findings.deviceId);
    const events = device ? findings.events.flatMap((event) => admitted(deps.around, device, event)) : [];
    const { setAt } = deps.live.of(findings.deviceId).pending.memory;
    const records = correctionsSince(setAt, findings.records);
    return { ...findings, events, records, outboxTypes: deps.ruled?.all ?? [] };
  };
  const deviceIds = (): readonly number[] =>
    [...directory.devices.inOrder()].map(({ id }) => id).filter((id) => own.owns(id));
  const tripUpdater = await TripUpdater.open(
    { ...deps, worker: worker, deviceOf, admit, onLate: heedLate(deps, deviceOf) },
    deviceIds(),
  );
  const changeAll = (): void => {
    for (const id of deviceIds()) tripUpdater.changed(id);
  };
  const tidy = host.setInterval(() => tripUpdater.tidy(), TIDY_MS);
  tidy.unref();
  const stops = [
    bus.subscribe('fleet.changed', ({ positions }) => tripUpdater.received(own.ofOwn(positions))),
    ...watchSettings(directory, tripUpdater, changeAll),
    () => host.clearInterval(tidy),
    startDropping(deps.historyDays, {
      ...deps,
      deviceIds,
      retentionDays: (breathe) => retentionDays(deps, breathe),
    }),
  ];
  return {
    takeOver: (isTaken) => tripUpdater.takeOver(deviceIds().filter(isTaken)),
    handOver: (isGiven) => tripUpdater.handOver(isGiven),
    changed: (deviceId) => tripUpdater.changed(deviceId),
    behind: () => tripUpdater.behind,
    answer: (at) =>
      bus.answer(
        'trips.settled',
        async ({ deviceIds }) => {
          await tripUpdater.settled(deviceIds);
          return null;
        },
        { at },
      ),
    close: async () => {
      for (const stop of stops) stop();
      // What is under way fails with its thread, and is done at the next start.
      const ended = tripUpdater.close();
      await worker.close();
      await ended;
    },
  };
}

/** Derives anew what depends on changed devices, groups, server settings or geofences. */
const watchSettings = (
  directory: TripsDeps['directory'],
  tripUpdater: TripUpdater,
  changeAll: () => void,
): readonly (() => void)[] => [
  directory.devices.watch(({ before, after }) => {
    if (before && !after) tripUpdater.forget(before.id);
    else if (before && after) tripUpdater.changed(after.id);
  }),
  directory.groups.watch(changeAll),
  directory.watchServer(changeAll),
  directory.links.watch((changed) => {
    for (const { ownerKind, ownerId, propertyKind } of changed) {
      if (propertyKind !== 'geofence') continue;
      if (ownerKind === 'device') tripUpdater.changed(ownerId);
      else if (ownerKind === 'group') changeAll();
    }
  }),
  directory.linked.geofence.watch(({ before, after }) => {
    if (before?.attributes['speedLimit'] !== after?.attributes['speedLimit']) changeAll();
  }),
];

/** Applies findings about late records to live state, and notifies callers that wait for them. */
const heedLate =
  ({ live, bus }: TripsDeps, deviceOf: TripUpdaterDeps['deviceOf']): TripUpdaterDeps['onLate'] =>
  (deviceId, { pendingCorrection, events }, tripState) => {
    const device = live.of(deviceId);
    device.pendingCorrection = pendingCorrection;
    const settings = deviceOf(deviceId)?.settings;
    if (settings && tripState !== null) adoptTrips(device, tripState, settings);
    if (events.length > 0) bus.publish('fleet.changed', { devices: [], events, positions: [], commands: [] });
  };
