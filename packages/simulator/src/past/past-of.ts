import type { Attributes, LatLng } from '@rastro/fleet';
import type { DemoVehicle } from '../demo/demo-fleet.ts';
import type { HomeArea } from '../motion/areas.ts';
import { toLatLng, type Spot } from '../motion/plane.ts';
import { randomFrom, type Random } from '../motion/random.ts';
import { civilDay, startOfDay } from './civil-day.ts';
import { outingsOf, routineOf, type Outing, type Routine } from './day-plan.ts';
import { coldBodyOf, FuelLevel, tankOf } from './equipment.ts';
import { roundsOf, timedRounds, type Home, type Tour } from './tours.ts';
import type { Grain } from './timed-path.ts';

/** A tracker's record of one instant. Times are milliseconds since 1970, UTC. */
export interface PastRecord extends LatLng {
  readonly time: number;
  readonly altitude: number;
  readonly speedKmh: number;
  readonly course: number;
  readonly attributes: Attributes;
}
export interface PastRequest {
  readonly vehicle: DemoVehicle;
  /** Its number in the fleet, the seed of all that happens to it. */
  readonly serial: number;
  /** Where it lives: its rounds begin and end there. */
  readonly home: Home;
  readonly odometerM: number;
  /** Number of civil days before the one of `end`. */
  readonly days: number;
  /** Nothing is later. */
  readonly end: number;
}

/** The last days are remembered finer. */
const FINE_DAYS = 2;
const FINE: Grain = { everyS: 25, bendDeg: 25, minIntervalS: 8 };
const COARSE: Grain = { everyS: 60, bendDeg: 50, minIntervalS: 20 };
const PARKED_EVERY_MS = 2 * 3_600_000;
const SWITCHED_OFF_MS = 15_000;
const IDLE_EVERY_MS = 120_000;
/** Share of stops at which the engine runs on. */
const IDLES = 0.12;
const HARSH = 0.003;
/** These count in steps of 100 m. */
const HECTOMETRES: ReadonlySet<string> = new Set(['gl200', 'jt808']);
/** Incidents of some vehicles on the last days: at noon, or when they next drive. */
const INCIDENTS: readonly (readonly [vehicle: string, daysAgo: number, alarm: string])[] = [
  ['Moto 02', 1, 'sos'],
  ['Carreta 02', 2, 'jamming'],
  ['Guindaste', 3, 'powerCut'],
  ['Rebocado', 4, 'tow'],
  ['Táxi 02', 6, 'sos'],
  ['Fiorino 05', 8, 'accident'],
  ['Baú 01', 9, 'door'],
  ['Van escolar 02', 11, 'lowBattery'],
];
const NOON_MS = 12 * 3_600_000;
const ROBBED = 'Bitrem 01';
const THEFT_DAYS_AGO = 12;
const THEFT_LITRES = 38;

/**
 * Generates the past days of a vehicle, one after the other: a plan for each civil day over known paths.
 * The same request gives the same records; one with a later end on the same day gives those and more.
 * @returns its odometer at the end, meters.
 */
export function* pastOf(request: PastRequest): Generator<readonly PastRecord[], number> {
  const life = new PastLife(request);
  const last = civilDay(request.end);
  const days = Math.min(request.days, request.vehicle.installedDays);
  for (let day = last - days; day <= last; day++) yield life.day(day, last - day);
  return life.odometerM;
}

class PastLife {
  readonly #request: PastRequest;
  readonly #area: HomeArea;
  readonly #routine: Routine;
  readonly #tours: { readonly coarse: readonly Tour[]; readonly fine: readonly Tour[] };
  readonly #fuel: FuelLevel | null;
  readonly #pace: number;
  #odometerM: number;
  #records: PastRecord[] = [];
  #random: Random;
  #spot: Spot;
  #course: number;
  #lastTime = 0;
  #isOn = false;
  /** The next incident, and its earliest time; null = none. */
  #incident: { readonly from: number; readonly alarm: string } | null = null;

  constructor(request: PastRequest) {
    const { vehicle, serial, home } = request;
    this.#request = request;
    this.#area = vehicle.home;
    this.#routine = routineOf(vehicle.habit);
    const place = { habit: vehicle.habit, area: this.#area, home };
    const plan = this.#routine.tours;
    const rounds = plan ? roundsOf(place, plan, serial) : [];
    this.#tours = { coarse: timedRounds(rounds, COARSE), fine: timedRounds(rounds, FINE) };
    this.#random = randomFrom(serial * 7919 + 3);
    const tank = tankOf(vehicle);
    this.#fuel = tank && new FuelLevel(tank, randomFrom(serial * 31 + 7));
    this.#pace = this.#random.between(0.86, 1.1);
    this.#odometerM = request.odometerM;
    this.#spot = home.spot;
    this.#course = home.course;
  }

  /** @param daysAgo 0 = the day of the end. */
  day(day: number, daysAgo: number): readonly PastRecord[] {
    this.#records = [];
    this.#random = randomFrom(this.#request.serial * 1_000_003 + day * 101 + 1);
    const { end } = this.#request;
    const midnight = startOfDay(day);
    if (this.#lastTime === 0) this.#report(midnight, { ignition: false, speedKmh: 0 });
    this.#incident = this.#incidentOf(daysAgo, midnight);
    if (daysAgo === THEFT_DAYS_AGO && this.#isRobbed()) this.#rob(midnight);
    const tours = daysAgo < FINE_DAYS ? this.#tours.fine : this.#tours.coarse;
    const way = { routine: this.#routine, tours, pace: this.#pace };
    // Random numbers of its own: the progress of today must not change earlier days.
    const random = randomFrom(this.#request.serial * 999_983 + day * 103 + 2);
    for (const outing of outingsOf(day, way, { end, random })) this.#drive(outing);
    this.#stand(Math.min(end, startOfDay(day + 1)), false);
    return this.#records;
  }

  #drive({ tour, leavesAt, paces, stops }: Outing): void {
    let time = leavesAt;
    for (const [at, leg] of tour.legs.entries()) {
      const pace = paces[at] ?? 1;
      this.#stand(time - 30_000, false);
      this.#report(time - 20_000, { ignition: true, speedKmh: 0 });
      const fromM = this.#odometerM;
      for (const { atS, alongM, spot, speedKmh, course } of leg.samples.slice(1)) {
        this.#fuel?.drive((alongM - (this.#odometerM - fromM)) / 1000);
        this.#odometerM = fromM + alongM;
        this.#spot = spot;
        this.#course = course;
        const alarm = this.#isHarsh(speedKmh) ? 'hardBraking' : null;
        this.#report(time + Math.round(atS / pace) * 1000, {
          ignition: true,
          speedKmh: speedKmh * pace,
          alarm,
        });
      }
      time += Math.ceil(leg.durationS / pace) * 1000;
      if (at === tour.legs.length - 1) break;
      const leavesNext = time + (stops[at] ?? 0) * 1000;
      if (this.#random.chance(IDLES)) this.#stand(leavesNext - 30_000, true);
      time = leavesNext;
    }
    this.#stand(time + 2 * SWITCHED_OFF_MS, false);
  }

  /** Reports at long intervals while parked. */
  #stand(until: number, ignition: boolean): void {
    const everyMs = ignition ? IDLE_EVERY_MS : PARKED_EVERY_MS;
    if (!ignition && this.#isOn && this.#lastTime + SWITCHED_OFF_MS < until) {
      this.#report(this.#lastTime + SWITCHED_OFF_MS, { ignition, speedKmh: 0 });
      if (this.#fuel?.isLow) this.#refuel(until);
    }
    while (this.#lastTime + everyMs < until)
      this.#report(this.#lastTime + everyMs, { ignition, speedKmh: 0 });
  }

  #refuel(until: number): void {
    if (this.#lastTime + 900_000 > until) return;
    for (let minute = 1; minute <= 3; minute++)
      this.#report(this.#lastTime + 60_000, { ignition: false, speedKmh: 0 });
    this.#fuel?.fill();
    for (let minute = 1; minute <= 5; minute++)
      this.#report(this.#lastTime + 60_000, { ignition: false, speedKmh: 0 });
  }

  #incidentOf(daysAgo: number, midnight: number): { readonly from: number; readonly alarm: string } | null {
    const { name } = this.#request.vehicle;
    const found = INCIDENTS.find(([vehicle, days]) => vehicle === name && days === daysAgo);
    return found ? { from: midnight + NOON_MS, alarm: found[2] } : null;
  }

  /** The alarm of a record: what befalls the vehicle comes before how it is driven. */
  #alarmAt(time: number, reported: string | null): string | null {
    if (this.#incident === null || time < this.#incident.from) return reported;
    const { alarm } = this.#incident;
    this.#incident = null;
    return alarm;
  }

  /** One lorry is robbed at night. */
  #isRobbed(): boolean {
    return this.#request.vehicle.name === ROBBED && this.#fuel !== null;
  }
  #rob(midnight: number): void {
    const at = midnight + 160 * 60_000;
    this.#stand(at - 600_000, false);
    for (let minute = -8; minute <= 12; minute += 2) {
      if (minute === 0) this.#fuel?.steal(THEFT_LITRES);
      this.#report(at + minute * 60_000, { ignition: false, speedKmh: 0 });
    }
  }

  #isHarsh(speedKmh: number): boolean {
    return this.#pace > 1.05 && speedKmh > 35 && this.#random.chance(HARSH);
  }

  #report(
    time: number,
    now: { readonly ignition: boolean; readonly speedKmh: number; readonly alarm?: string | null },
  ): void {
    const { vehicle, end } = this.#request;
    if (time <= this.#lastTime || time > end) return;
    this.#lastTime = time;
    this.#isOn = now.ignition;
    const isMoving = now.speedKmh > 2;
    const point = toLatLng(this.#strayed(isMoving), this.#area.centre);
    const ignition = now.ignition && vehicle.ignition === 'follows the trip';
    const cold = coldBodyOf(vehicle);
    const alarm = this.#alarmAt(time, now.alarm ?? null);
    this.#records.push({
      time,
      latitude: Math.round(point.latitude * 1e6) / 1e6,
      longitude: Math.round(point.longitude * 1e6) / 1e6,
      altitude: this.#area.altitudeM + Math.round(12 * Math.sin(this.#spot.x / 900)),
      speedKmh: isMoving ? Math.round(now.speedKmh) : 0,
      course: Math.round(this.#course) % 360,
      attributes: {
        ignition,
        sat: 9 + (Math.floor(time / 60_000) % 5),
        power: ignition ? 13.9 : 12.5,
        ...this.#odometer(),
        ...(this.#fuel ? { fuel: this.#fuel.read(isMoving) } : {}),
        ...(cold === null ? {} : { temp1: Math.round((cold + this.#random.between(-1, 1.5)) * 10) / 10 }),
        ...(alarm === null ? {} : { alarm }),
      },
    });
  }

  /** A receiver is some meters off; who never moves shares its place with others exactly. */
  #strayed(isMoving: boolean): Spot {
    if (!isMoving || this.#request.vehicle.habit.kind === 'parked') return this.#spot;
    const { x, y } = this.#spot;
    return { x: x + this.#random.between(-3, 3), y: y + this.#random.between(-3, 3) };
  }

  /** As its tracker reports it, so that live reports continue the series. */
  #odometer(): Attributes {
    const { protocol } = this.#request.vehicle;
    if (protocol === 'gps103') return {};
    const stepM = HECTOMETRES.has(protocol) ? 100 : 1;
    return { odometer: Math.round(this.#odometerM / stepM) * stepM };
  }

  get odometerM(): number {
    return this.#odometerM;
  }
}
