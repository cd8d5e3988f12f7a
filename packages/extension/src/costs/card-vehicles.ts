import { DEVICE_ATTRIBUTES, foldText, type Device, type Driver, type User } from '@rastro/fleet';
import { plateKey } from '@rastro/fleet/costs';
import { soon } from '../with-tracking-api.ts';
import type { CostContext } from './cost-deps.ts';

/** Vehicles and drivers that the caller sees, by what a file of a fuel card says of them. */
export interface CardSubjects {
  /** Vehicles with a plate. */
  readonly vehicles: (plate: string) => readonly Device[];
  /** The driver with this identifier, else the only one of this name; null = none, or not to be told. */
  readonly driver: (text: string) => Driver | null;
}

export async function cardSubjects({ trackingApi }: CostContext, caller: User): Promise<CardSubjects> {
  const [devices, drivers] = await Promise.all([
    trackingApi.devices(caller, soon()),
    trackingApi.drivers(caller, soon()),
  ]);
  const byPlate = Map.groupBy(devices, plateOfVehicle);
  const byName = Map.groupBy(drivers, ({ name }) => foldText(name));
  const byIdentifier = new Map(drivers.map((driver) => [driver.uniqueId, driver]));
  return {
    vehicles: (plate) => {
      const key = plateKey(plate);
      return key === '' ? [] : (byPlate.get(key) ?? []);
    },
    driver: (text) => {
      if (text === '') return null;
      const named = byName.get(foldText(text)) ?? [];
      return byIdentifier.get(text) ?? (named.length === 1 ? (named[0] ?? null) : null);
    },
  };
}
/** Many fleets write the plate as the name. */
function plateOfVehicle({ name, attributes }: Device): string {
  const written = attributes[DEVICE_ATTRIBUTES.plate];
  const key = plateKey(typeof written === 'string' ? written : '');
  return key === '' ? plateKey(name) : key;
}
