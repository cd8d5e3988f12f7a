import { DEVICE_ATTRIBUTES, type Device, type FuelingItem, type Position } from '@rastro/fleet';
import type { CostLine, LevelsAround, TankFill } from '@rastro/fleet/costs';
import { HOUR_MS } from '@rastro/base';

/** A fill with its place. */
export interface PlacedFill extends TankFill {
  readonly latitude: number | null;
  readonly longitude: number | null;
}
/** Levels that are looked at before and after a bill. */
export const AROUND_MS = HOUR_MS;
/** Readings whose middle is the level. */
const READINGS = 5;

export const fillOf = (item: FuelingItem): PlacedFill => ({
  start: Date.parse(item.startTime),
  end: Date.parse(item.endTime),
  before: item.before,
  after: item.after,
  liters: item.litres,
  isSure: item.note === null || item.note === 'high',
  latitude: item.latitude,
  longitude: item.longitude,
});

/** Liters that the tank of a vehicle holds; 0 = not known. */
export function tankOf(device: Device | undefined): number {
  const liters = device?.attributes[DEVICE_ATTRIBUTES.fuelTank];
  return typeof liters === 'number' && liters > 0 ? liters : 0;
}

/** Reading of the gauge; its liters are null where it counts in a unit of its own. */
function readingOf({ attributes }: Position, device: Device | undefined): { liters: number | null } | null {
  const table = device?.attributes[DEVICE_ATTRIBUTES.fuelTable];
  if (table !== undefined && table !== '') {
    const sensor = device?.attributes[DEVICE_ATTRIBUTES.fuelSensor];
    const value = attributes[typeof sensor === 'string' && sensor !== '' ? sensor : 'fuel'];
    return typeof value === 'number' ? { liters: null } : null;
  }
  const { fuel, fuelLevel } = attributes;
  if (typeof fuel === 'number') return { liters: fuel };
  if (typeof fuelLevel !== 'number') return null;
  const tank = tankOf(device);
  return { liters: tank > 0 ? (fuelLevel * tank) / 100 : null };
}
export const hasGauge = (latest: Position | undefined, device: Device | undefined): boolean =>
  latest !== undefined && readingOf(latest, device) !== null;

/** Levels before and after a moment, each in the middle of its last readings. */
export function levelsAround(
  positions: readonly Position[],
  at: number,
  device: Device | undefined,
): LevelsAround {
  const read = (isWanted: (time: number) => boolean): LevelsAround['before'] => {
    const readings = positions
      .filter(({ fixTime }) => isWanted(Date.parse(fixTime)))
      .flatMap((position) => readingOf(position, device) ?? [])
      .slice(-READINGS);
    if (readings.length === 0) return null;
    const liters = readings.flatMap((each) => each.liters ?? []).toSorted((a, b) => a - b);
    return { liters: liters[Math.floor(liters.length / 2)] ?? null };
  };
  return { before: read((time) => time <= at), after: read((time) => time > at) };
}

/** Lines that can be compared: fuel in liters that cost something. */
export const isFuelInLiters = ({ kind, unit, quantity, cents }: CostLine): boolean =>
  kind === 'fuel' && unit === 'liter' && quantity > 0 && cents > 0;
