import { knots } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import { storedPosition } from './stored-position.ts';

export const START = Date.UTC(2026, 2, 2, 12);
export const MINUTE = 60_000;

/** Ids of the vehicle, and of the geofences that it says it is in. */
export interface MadePlaces {
  readonly van: number;
  readonly yard: number;
  readonly shop: number;
  readonly road: number;
}
interface Leg {
  readonly minutes: number;
  readonly kmh: number;
  readonly ignition: boolean;
  readonly driver?: string;
  readonly fences?: readonly number[];
  readonly litres: number;
}
/** A minute apart; the way is as long as the speed says. */
function history(deviceId: number, legs: readonly Leg[]): StoredPosition[] {
  let latitude = -23.5;
  return legs
    .flatMap(({ minutes, kmh, ignition, driver, fences = [], litres }) =>
      Array.from({ length: minutes }, () => ({ kmh, ignition, driver, fences, litres })),
    )
    .map((each, i) => {
      latitude += each.kmh / 60 / 111.195;
      return storedPosition({
        id: i + 1,
        deviceId,
        fixTime: START + i * MINUTE,
        latitude,
        speed: knots(each.kmh / 1.852),
        geofenceIds: each.fences.length > 0 ? each.fences : null,
        attributes: {
          ignition: each.ignition,
          fuel: each.litres,
          ...(each.driver === undefined ? {} : { driverUniqueId: each.driver }),
        },
      });
    });
}
/**
 * Idles in the yard, drives with two drivers to the shop, is filled, and continues with an unknown driver, past
 * midnight.
 */
export const theDay = ({ van, yard, shop, road }: MadePlaces): StoredPosition[] =>
  history(van, [
    { minutes: 10, kmh: 0, ignition: false, fences: [yard], litres: 50 },
    { minutes: 15, kmh: 0, ignition: true, fences: [yard], litres: 50 },
    { minutes: 20, kmh: 54, ignition: true, driver: 'D1', litres: 50 },
    { minutes: 6, kmh: 90, ignition: true, driver: 'D1', litres: 50 },
    { minutes: 14, kmh: 54, ignition: true, driver: 'D2', litres: 50 },
    { minutes: 60, kmh: 0, ignition: false, fences: [shop], litres: 50 },
    { minutes: 60, kmh: 0, ignition: false, fences: [shop], litres: 80 },
    { minutes: 10, kmh: 54, ignition: true, fences: [shop], litres: 80 },
    { minutes: 10, kmh: 54, ignition: true, fences: [road], litres: 80 },
    { minutes: 700, kmh: 0, ignition: false, litres: 80 },
    { minutes: 30, kmh: 54, ignition: true, litres: 80 },
    { minutes: 30, kmh: 0, ignition: false, fences: [yard], litres: 80 },
  ]);
