import type { Clock } from '@rastro/base';
import type { Storage } from '@rastro/storage';
import { Visibility } from '../access/visibility.ts';
import { WhatApplies } from '../access/what-applies.ts';
import { Directory } from '../directory/directory.ts';
import { DeviceFences } from '../geofences/device-fences.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import { DeviceOptions } from '../pipeline/device-options.ts';
import type { PipelineOptions } from '../pipeline/options.ts';
import { tripDevice } from './trip-devices.ts';
import { TripUpdater } from './trip-updater.ts';
import { TripWorker } from './trip-worker.ts';

interface Derivation {
  readonly storage: Storage;
  readonly brand: string;
  readonly pipeline: PipelineOptions;
  readonly clock: Clock;
  readonly log: IngestLog;
  /** Called for each device whose derived history is complete. */
  readonly onDerived: (deviceId: number) => void;
}

/**
 * Derives the history of all devices from positions that another server has processed: none of them is late. Nothing
 * else may write to the store meanwhile; an interrupted run continues. @throws the reason of the signal
 */
export async function deriveTrips(
  { storage, brand, pipeline, clock, log, onDerived }: Derivation,
  signal: AbortSignal,
): Promise<void> {
  const directory = await Directory.load(storage, brand);
  const visibility = new Visibility(directory);
  const options = new DeviceOptions(pipeline, directory, visibility);
  const around = {
    fences: new DeviceFences(directory, new WhatApplies(directory, visibility)),
    optionsOf: (device: Parameters<typeof options.of>[0]) => options.of(device),
  };
  const ids = [...directory.devices.inOrder()].map(({ id }) => id);
  const worker = new TripWorker(storage.location);
  const updater = await TripUpdater.open(
    {
      storage,
      worker,
      deviceOf: (id) => {
        const device = directory.devices.get(id);
        return device ? tripDevice(around, device) : null;
      },
      admit: (findings) => ({ ...findings, events: [] }),
      onLate: () => {},
      clock,
      log,
    },
    ids,
  );
  try {
    for (const id of ids) {
      signal.throwIfAborted();
      await updater.settled([id]);
      onDerived(id);
    }
  } finally {
    const ended = updater.close();
    await worker.close();
    await ended;
  }
}
