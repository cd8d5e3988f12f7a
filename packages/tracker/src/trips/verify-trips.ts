import { openTripReader, type Storage } from '@rastro/storage';
import { Visibility } from '../access/visibility.ts';
import { WhatApplies } from '../access/what-applies.ts';
import { Directory } from '../directory/directory.ts';
import { DeviceFences } from '../geofences/device-fences.ts';
import { DeviceOptions } from '../pipeline/device-options.ts';
import type { PipelineOptions } from '../pipeline/options.ts';
import { tripDevice } from './trip-devices.ts';
import { verifyDevice, type Verdict } from './verify-device.ts';

export interface Verification {
  readonly storage: Storage;
  readonly brand: string;
  readonly pipeline: PipelineOptions;
  /** False = only says what is wrong, of every device, and writes nothing. */
  readonly repairs?: boolean;
  /** Called for each device that was checked. */
  readonly onProgress: (progress: {
    readonly deviceId: number;
    readonly rows: number;
    readonly wrong: Verdict['wrong'];
  }) => void;
}

/** The last device that was found or made right, so that an interrupted check continues. */
const CURSOR = 'books.verified';

/**
 * Derives the history of every device again from its positions, and repairs differences where asked. Nothing else
 * may write to the store meanwhile. @returns devices checked, and how many of them were wrong.
 */
export async function verifyTrips({
  storage,
  brand,
  pipeline,
  repairs = true,
  onProgress,
}: Verification): Promise<{ readonly checked: number; readonly wrong: number }> {
  const directory = await Directory.load(storage, brand);
  const visibility = new Visibility(directory);
  const options = new DeviceOptions(pipeline, directory, visibility);
  const around = {
    fences: new DeviceFences(directory, new WhatApplies(directory, visibility)),
    optionsOf: (device: Parameters<typeof options.of>[0]) => options.of(device),
  };
  const done = repairs ? ((await storage.readCursor(CURSOR)) ?? 0) : 0;
  const reader = await openTripReader(storage.location);
  let checked = 0;
  let wrong = 0;
  try {
    for (const device of [...directory.devices.inOrder()].filter(({ id }) => id > done)) {
      const verdict = await verifyDevice(reader, tripDevice(around, device));
      if (verdict) {
        checked++;
        if (verdict.wrong.length > 0) {
          wrong++;
          if (repairs) await storage.applyTrips([verdict.repair]);
        }
        onProgress({ deviceId: device.id, rows: verdict.rows, wrong: verdict.wrong });
      }
      if (repairs) await storage.setCursor(CURSOR, device.id);
    }
    if (repairs) await storage.setCursor(CURSOR, 0);
  } finally {
    await reader.close();
  }
  return { checked, wrong };
}
