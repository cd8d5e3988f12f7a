import type { FuelSource, QuarterSums, StretchKind, Sums } from './stretch-segment.ts';
import type { TripSettings } from './trip-settings.ts';
import { eventsBySlot, NO_EVENTS } from './driving-events.ts';
import type { Part } from './part.ts';
import type { Slot } from './tally.ts';
import { isNight, isWork } from './work-hours.ts';

export const NO_SUMS: Sums = {
  distanceM: 0,
  gapM: 0,
  shuffleM: 0,
  movingS: 0,
  stoppedS: 0,
  quietS: 0,
  gapS: 0,
  engineS: 0,
  idleS: 0,
  overspeedS: 0,
  fuelMl: 0,
  filledMl: 0,
  drainedMl: 0,
  records: 0,
  maxKmh: 0,
  maxAt: 0,
  over10S: 0,
  over20S: 0,
  over50S: 0,
  overMoreS: 0,
  brakings: 0,
  severeBrakings: 0,
  accelerations: 0,
  severeAccelerations: 0,
  cornerings: 0,
  severeCornerings: 0,
  beltAlarms: 0,
  phoneAlarms: 0,
  watchedM: 0,
  partlyWatchedM: 0,
  longDrives: 0,
  nightS: 0,
  offHoursM: 0,
};

interface Sealed {
  readonly sums: Sums;
  readonly quarters: readonly QuarterSums[];
  readonly fuelBy: FuelSource | null;
}

/** Seals the added sums in whole meters and seconds, now that the kind of the stretch is known. */
export function sealSlots(
  kind: StretchKind,
  { slots, parts }: { readonly slots: readonly Slot[]; readonly parts: readonly Part[] },
  settings: TripSettings,
): Sealed {
  const byOdometer = kind === 'trip' && isOdometerBelieved(slots);
  const metres = new Rounding();
  const engine = new Rounding();
  const idle = new Rounding();
  const fuelBy = fuelSourceOf(slots, settings);
  const fuel = fuelMeter(fuelBy, settings);
  const events = kind === 'trip' ? eventsBySlot({ slots, parts }, settings) : null;
  const watched = new Rounding();
  const partly = new Rounding();
  const quarters = slots.map((from): QuarterSums => {
    const m = metres.next(byOdometer ? from.odoMm : from.mm);
    const idleS = idle.next(from.idleMs);
    return {
      slot: from.slot,
      span: from.span,
      driver: from.driver,
      distanceM: kind === 'trip' ? m : 0,
      gapM: kind === 'silence' ? m : 0,
      shuffleM: kind === 'stop' ? m : 0,
      movingS: kind === 'trip' ? from.s : 0,
      stoppedS: kind === 'stop' ? from.s : 0,
      quietS: from.quietS,
      gapS: kind === 'silence' ? from.s : 0,
      engineS: engine.next(from.engineMs),
      idleS,
      overspeedS: from.overspeedS,
      fuelMl: fuel(from, kind === 'trip' ? m : 0, idleS),
      filledMl: from.filledMl,
      drainedMl: from.drainedMl,
      records: from.records,
      maxKmh: kind === 'trip' ? from.maxKmh : 0,
      maxAt: kind === 'trip' ? from.maxAt : 0,
      over10S: from.over10S,
      over20S: from.over20S,
      over50S: from.over50S,
      overMoreS: from.overMoreS,
      ...(events?.get(from) ?? NO_EVENTS),
      watchedM: kind === 'trip' ? Math.min(m, watched.next(from.watchedMm)) : 0,
      partlyWatchedM: kind === 'trip' ? Math.min(m, partly.next(from.partlyMm)) : 0,
      nightS: kind === 'trip' && isNight(from.slot, settings) ? from.s : 0,
      offHoursM: kind === 'trip' && !isWork(from.slot, settings) ? m : 0,
    };
  });
  return { sums: quarters.reduce(addSums, NO_SUMS), quarters, fuelBy };
}

/**
 * Picks the source of fuel use: the engine's own counter, else the level in the tank, else the usual rate of the
 * vehicle; one source for a whole piece.
 */
function fuelSourceOf(slots: readonly Slot[], { litresPer100Km }: TripSettings): FuelSource | null {
  if (slots.some(({ counted }) => counted > 0)) return 'counter';
  if (slots.some(({ levels }) => levels > 0)) return 'level';
  return litresPer100Km > 0 ? 'rate' : null;
}

function fuelMeter(
  source: FuelSource | null,
  { litresPer100Km, idleLitresPerHour }: TripSettings,
): (slot: Slot, metres: number, idleS: number) => number {
  if (source === 'counter') return ({ counterMl }) => counterMl;
  if (source === 'level') return ({ levelMl }) => levelMl;
  if (source === null) return () => 0;
  const rounding = new Rounding();
  return (_, metres, idleS) =>
    rounding.next(metres * litresPer100Km * 10 + (idleS * idleLitresPerHour * 1e6) / 3600);
}

/** Thousandths to whole ones so that the parts add up to the rounded whole. */
class Rounding {
  #thousandths = 0;
  #given = 0;

  next(thousandths: number): number {
    this.#thousandths += thousandths;
    const part = Math.round(this.#thousandths / 1000) - this.#given;
    this.#given += part;
    return part;
  }
}

/**
 * The vehicle's odometer counts unless it is implausible: it does not change while the vehicle moves (some trackers
 * send a constant, traccar#5577), or it differs too much from the satellites.
 */
function isOdometerBelieved(slots: readonly Slot[]): boolean {
  let mm = 0;
  let odoMm = 0;
  for (const slot of slots) {
    mm += slot.mm;
    odoMm += slot.odoMm;
  }
  if (odoMm === 0) return mm <= 200_000;
  return odoMm >= 0.7 * mm - 1e6 && odoMm <= 1.5 * mm + 1e6;
}

export function addSums(a: Sums, b: Sums): Sums {
  const isFaster = b.maxKmh > a.maxKmh;
  return {
    distanceM: a.distanceM + b.distanceM,
    gapM: a.gapM + b.gapM,
    shuffleM: a.shuffleM + b.shuffleM,
    movingS: a.movingS + b.movingS,
    stoppedS: a.stoppedS + b.stoppedS,
    quietS: a.quietS + b.quietS,
    gapS: a.gapS + b.gapS,
    engineS: a.engineS + b.engineS,
    idleS: a.idleS + b.idleS,
    overspeedS: a.overspeedS + b.overspeedS,
    fuelMl: a.fuelMl + b.fuelMl,
    filledMl: a.filledMl + b.filledMl,
    drainedMl: a.drainedMl + b.drainedMl,
    records: a.records + b.records,
    maxKmh: isFaster ? b.maxKmh : a.maxKmh,
    maxAt: isFaster ? b.maxAt : a.maxAt,
    over10S: a.over10S + b.over10S,
    over20S: a.over20S + b.over20S,
    over50S: a.over50S + b.over50S,
    overMoreS: a.overMoreS + b.overMoreS,
    brakings: a.brakings + b.brakings,
    severeBrakings: a.severeBrakings + b.severeBrakings,
    accelerations: a.accelerations + b.accelerations,
    severeAccelerations: a.severeAccelerations + b.severeAccelerations,
    cornerings: a.cornerings + b.cornerings,
    severeCornerings: a.severeCornerings + b.severeCornerings,
    beltAlarms: a.beltAlarms + b.beltAlarms,
    phoneAlarms: a.phoneAlarms + b.phoneAlarms,
    watchedM: a.watchedM + b.watchedM,
    partlyWatchedM: a.partlyWatchedM + b.partlyWatchedM,
    longDrives: a.longDrives + b.longDrives,
    nightS: a.nightS + b.nightS,
    offHoursM: a.offHoursM + b.offHoursM,
  };
}

/** Sums without a part of them. Their top speed is unknown where the part has that of all: 0. */
export function subtractSums(all: Sums, part: Sums): Sums {
  const isOfPart = part.maxKmh >= all.maxKmh;
  return {
    maxKmh: isOfPart ? 0 : all.maxKmh,
    maxAt: isOfPart ? 0 : all.maxAt,
    distanceM: all.distanceM - part.distanceM,
    gapM: all.gapM - part.gapM,
    shuffleM: all.shuffleM - part.shuffleM,
    movingS: all.movingS - part.movingS,
    stoppedS: all.stoppedS - part.stoppedS,
    quietS: all.quietS - part.quietS,
    gapS: all.gapS - part.gapS,
    engineS: all.engineS - part.engineS,
    idleS: all.idleS - part.idleS,
    overspeedS: all.overspeedS - part.overspeedS,
    fuelMl: all.fuelMl - part.fuelMl,
    filledMl: all.filledMl - part.filledMl,
    drainedMl: all.drainedMl - part.drainedMl,
    records: all.records - part.records,
    over10S: all.over10S - part.over10S,
    over20S: all.over20S - part.over20S,
    over50S: all.over50S - part.over50S,
    overMoreS: all.overMoreS - part.overMoreS,
    brakings: all.brakings - part.brakings,
    severeBrakings: all.severeBrakings - part.severeBrakings,
    accelerations: all.accelerations - part.accelerations,
    severeAccelerations: all.severeAccelerations - part.severeAccelerations,
    cornerings: all.cornerings - part.cornerings,
    severeCornerings: all.severeCornerings - part.severeCornerings,
    beltAlarms: all.beltAlarms - part.beltAlarms,
    phoneAlarms: all.phoneAlarms - part.phoneAlarms,
    watchedM: all.watchedM - part.watchedM,
    partlyWatchedM: all.partlyWatchedM - part.partlyWatchedM,
    longDrives: all.longDrives - part.longDrives,
    nightS: all.nightS - part.nightS,
    offHoursM: all.offHoursM - part.offHoursM,
  };
}
