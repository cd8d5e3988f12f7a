import type { MaintenanceBody } from '@rastro/fleet/schemas';
import type { StoredPosition } from '@rastro/storage';
import type { Visibility } from '../access/visibility.ts';
import { Calendars } from '../calendars/calendars.ts';
import { ComputedAttributes } from '../computed/computed-attributes.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import { WhatApplies } from '../access/what-applies.ts';
import { DeviceFences } from '../geofences/device-fences.ts';
import type { DeviceOptions } from './device-options.ts';
import type { PipelineOptions } from './options.ts';

/** The identifier of a driver, by device and instant. Asked for each position: it must be in memory. */
export type CheckedIn = (deviceId: number, instant: number) => string | null;

/** Context of stages and rules, apart from the device itself. All of it is in memory. */
export interface ReferenceData {
  readonly applies: WhatApplies;
  readonly calendars: Calendars;
  readonly fences: DeviceFences;
  readonly computed: ComputedAttributes;
  readonly optionsOf: (device: DeviceEntity) => PipelineOptions;
  readonly maintenanceOf: (device: DeviceEntity) => readonly MaintenanceBody[];
  /** The driver linked nearest to the device; null = none. */
  readonly driverOf: (device: DeviceEntity) => string | null;
  /** Driver who was checked in to a device at an instant; null = none that this server knows of. */
  readonly checkedIn: CheckedIn;
  /** Where the devices linked to a device are. */
  readonly companionsOf: (device: DeviceEntity) => readonly StoredPosition[];
}

/** Lookup of the newest position of a device; null = there is none. */
interface Whereabouts {
  committed(deviceId: number): { readonly position: StoredPosition | null };
}

export function referenceDataOf(
  directory: Directory,
  visibility: Visibility,
  states: Whereabouts,
  deviceOptions: DeviceOptions,
): ReferenceData {
  const applies = new WhatApplies(directory, visibility);
  const driversOf = applies.known('driver');
  return {
    applies,
    calendars: new Calendars(directory),
    fences: new DeviceFences(directory, applies),
    computed: new ComputedAttributes(applies),
    optionsOf: (device) => deviceOptions.of(device),
    maintenanceOf: applies.known('maintenance'),
    driverOf: (device) => driversOf(device)[0]?.uniqueId ?? null,
    checkedIn: () => null,
    companionsOf: (device) =>
      [...directory.links.of('device', device.id, 'linkedDevice')].flatMap(
        (id) => states.committed(id).position ?? [],
      ),
  };
}
