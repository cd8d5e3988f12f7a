import { knots } from '../units/speed.ts';
import type { TotalsItem } from '../schemas/report-items.ts';

/** The line of no vehicle. */
export const NO_TOTALS: TotalsItem = {
  deviceId: 0,
  deviceName: '',
  driverUniqueId: null,
  driverName: null,
  groupId: 0,
  groupName: null,
  vehicles: 0,
  reporting: 0,
  used: 0,
  distance: 0,
  moving: 0,
  stopped: 0,
  silent: 0,
  engineHours: 0,
  idle: 0,
  overspeed: 0,
  over10: 0,
  over20: 0,
  over50: 0,
  overMore: 0,
  night: 0,
  offHours: 0,
  maxSpeed: knots(0),
  fuelMl: 0,
  fuelDistance: 0,
  filledMl: 0,
  drainedMl: 0,
  costCents: null,
  brakings: 0,
  severeBrakings: 0,
  accelerations: 0,
  severeAccelerations: 0,
  cornerings: 0,
  severeCornerings: 0,
  beltAlarms: 0,
  phoneAlarms: 0,
  longDrives: 0,
  watched: 0,
  partlyWatched: 0,
  limited: 0,
  timed: 0,
};

/** Adds two lines of totals; of two vehicles it is a line of none. Whole numbers, so the order makes no difference. */
export function addTotals(a: TotalsItem, b: TotalsItem): TotalsItem {
  return {
    deviceId: 0,
    deviceName: '',
    driverUniqueId: null,
    driverName: null,
    groupId: 0,
    groupName: null,
    vehicles: a.vehicles + b.vehicles,
    reporting: a.reporting + b.reporting,
    used: a.used + b.used,
    distance: a.distance + b.distance,
    moving: a.moving + b.moving,
    stopped: a.stopped + b.stopped,
    silent: a.silent + b.silent,
    engineHours: a.engineHours + b.engineHours,
    idle: a.idle + b.idle,
    overspeed: a.overspeed + b.overspeed,
    over10: a.over10 + b.over10,
    over20: a.over20 + b.over20,
    over50: a.over50 + b.over50,
    overMore: a.overMore + b.overMore,
    night: a.night + b.night,
    offHours: a.offHours + b.offHours,
    maxSpeed: a.maxSpeed > b.maxSpeed ? a.maxSpeed : b.maxSpeed,
    fuelMl: a.fuelMl + b.fuelMl,
    fuelDistance: a.fuelDistance + b.fuelDistance,
    filledMl: a.filledMl + b.filledMl,
    drainedMl: a.drainedMl + b.drainedMl,
    costCents: a.costCents === null ? b.costCents : a.costCents + (b.costCents ?? 0),
    brakings: a.brakings + b.brakings,
    severeBrakings: a.severeBrakings + b.severeBrakings,
    accelerations: a.accelerations + b.accelerations,
    severeAccelerations: a.severeAccelerations + b.severeAccelerations,
    cornerings: a.cornerings + b.cornerings,
    severeCornerings: a.severeCornerings + b.severeCornerings,
    beltAlarms: a.beltAlarms + b.beltAlarms,
    phoneAlarms: a.phoneAlarms + b.phoneAlarms,
    longDrives: a.longDrives + b.longDrives,
    watched: a.watched + b.watched,
    partlyWatched: a.partlyWatched + b.partlyWatched,
    limited: a.limited + b.limited,
    timed: a.timed + b.timed,
  };
}

/** Shorter distances say nothing about a rate. */
const LEAST_RATE_M = 50_000;
const LEAST_FUEL_M = 20_000;
const PER_M = 100_000;

/** Liters per 100 km, of vehicles whose use is known; null = too short a distance. */
export const litresPer100Km = ({
  fuelMl,
  fuelDistance,
}: Pick<TotalsItem, 'fuelMl' | 'fuelDistance'>): number | null =>
  fuelDistance < LEAST_FUEL_M ? null : (fuelMl / 1000 / fuelDistance) * PER_M;

/** Harsh events per 100 km of the distance on which they are known; null = too short. */
export const harshPer100Km = (totals: TotalsItem): number | null =>
  totals.watched < LEAST_RATE_M ? null : (harshEvents(totals) / totals.watched) * PER_M;
export const harshEvents = (t: TotalsItem): number =>
  t.brakings + t.severeBrakings + t.accelerations + t.severeAccelerations + t.cornerings + t.severeCornerings;

/** Share of one time in another, 0 to 1; null = there is none to share. */
export const shareOf = (part: number, whole: number): number | null => (whole <= 0 ? null : part / whole);
