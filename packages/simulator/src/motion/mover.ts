import type { LatLng } from '@rastro/fleet';
import type { HomeArea } from './areas.ts';
import { nextTrip, startStand, type Habit } from './habits.ts';
import { courseFrom, gapM, toLatLng, type Spot } from './plane.ts';
import type { Path } from './path.ts';
import type { Random } from './random.ts';

/** State of a vehicle at an instant. */
export interface Pose extends LatLng {
  readonly altitude: number;
  readonly speedKmh: number;
  /** Degrees clockwise from north. */
  readonly course: number;
  readonly moving: boolean;
  /** On a trip, including stops at lights. */
  readonly travelling: boolean;
  readonly odometerM: number;
}

const ACCELERATION = 1.3; // m/s²
const EMERGENCY_BRAKING = 2.5;
const CRAWL = 0.6; // m/s: slower counts as stationary
/** Distance at which a crawling vehicle counts as having reached a stop, meters. */
const AT_STOP_M = 4;

/** Moves one vehicle in steps of time: same seed, same steps, same ways. */
export class Mover {
  readonly #habit: Habit;
  readonly #home: HomeArea;
  readonly #random: Random;
  #spot: Spot;
  #course: number;
  #speed = 0;
  #path: Path | null = null;
  #along = 0;
  #index = 0;
  /** Index of the next stop. */
  #stop = 0;
  #waitS: number;
  #trips = 0;
  #odometerM: number;

  constructor(habit: Habit, home: HomeArea, random: Random) {
    this.#habit = habit;
    this.#home = home;
    this.#random = random;
    const { spot, course } = startStand(habit, home, random);
    this.#spot = spot;
    this.#course = course;
    this.#waitS = habit.kind === 'parked' ? Infinity : random.between(0, 60);
    this.#odometerM = Math.round(random.between(8_000, 180_000)) * 1000;
  }

  get pose(): Pose {
    const point = toLatLng(this.#spot, this.#home.centre);
    return {
      ...point,
      altitude: Math.round(
        this.#home.altitudeM + 12 * Math.sin(this.#spot.x / 900) * Math.cos(this.#spot.y / 1100),
      ),
      speedKmh: this.#speed * 3.6,
      course: this.#course,
      moving: this.#speed >= CRAWL,
      travelling: this.#path !== null,
      odometerM: this.#odometerM,
    };
  }

  /** Sets the odometer at the end of its past. */
  countFrom(odometerM: number): void {
    this.#odometerM = odometerM;
  }

  /** @param engineCut The vehicle rolls to a stop and waits until the engine may run again. */
  step(seconds: number, engineCut: boolean): void {
    if (engineCut) {
      this.#speed = Math.max(0, this.#speed - EMERGENCY_BRAKING * seconds);
      if (this.#path) this.#advance(this.#path, this.#speed * seconds);
      return;
    }
    if (this.#waitS > 0) {
      this.#waitS -= seconds;
      return;
    }
    this.#path ??= this.#depart();
    if (this.#path) this.#drive(this.#path, seconds);
  }

  #depart(): Path | null {
    const from = { spot: this.#spot, course: this.#course, trips: this.#trips };
    const path = nextTrip(this.#habit, this.#home, from, this.#random);
    this.#along = 0;
    this.#index = 0;
    if (path === null) this.#waitS = Infinity;
    else this.#stop = stopAfter(path, 0);
    return path;
  }

  #drive(path: Path, seconds: number): void {
    const wanted = this.#speed + ACCELERATION * seconds;
    this.#speed = Math.min(
      wanted,
      Math.max(CRAWL, this.#allowedAt(path, this.#along + this.#speed * seconds)),
    );
    const stopAt = path.along[this.#stop] ?? 0;
    if (stopAt - this.#along <= Math.max(AT_STOP_M, this.#speed * seconds) && this.#speed < 5) {
      this.#halt(path, this.#stop);
    } else this.#advance(path, Math.min(this.#speed * seconds, stopAt - this.#along));
  }

  /** Waits at a light, or ends the trip. */
  #halt(path: Path, stop: number): void {
    this.#advance(path, (path.along[stop] ?? 0) - this.#along);
    this.#speed = 0;
    this.#index = stop;
    if (stop < path.points.length - 1) {
      this.#waitS = path.points[stop]?.waitS ?? 0;
      this.#index = stop + 1;
      this.#stop = stopAfter(path, stop);
      return;
    }
    this.#path = null;
    this.#trips++;
    this.#waitS = this.#habit.kind === 'parked' ? Infinity : this.#random.between(...this.#habit.breakS);
  }

  #advance(path: Path, metres: number): void {
    const last = path.along.length - 1;
    this.#along = Math.min(this.#along + metres, path.along[last] ?? 0);
    while (this.#index < last && (path.along[this.#index] ?? 0) < this.#along) this.#index++;
    const after = path.points[this.#index];
    const before = path.points[Math.max(0, this.#index - 1)];
    if (!after || !before) return;
    const from = path.along[Math.max(0, this.#index - 1)] ?? 0;
    const gap = gapM(before, after);
    const t = gap === 0 ? 1 : Math.min(1, (this.#along - from) / gap);
    this.#spot = { x: before.x + (after.x - before.x) * t, y: before.y + (after.y - before.y) * t };
    if (gap > 0) this.#course = courseFrom(before, after);
    this.#odometerM += metres;
  }

  /** The calm speed at a place of the path, between its points. */
  #allowedAt(path: Path, along: number): number {
    let index = this.#index;
    const last = path.along.length - 1;
    while (index < last && (path.along[index] ?? 0) < along) index++;
    const from = path.along[Math.max(0, index - 1)] ?? 0;
    const gap = (path.along[index] ?? 0) - from;
    const t = gap === 0 ? 1 : Math.min(1, Math.max(0, (along - from) / gap));
    const before = path.speeds[Math.max(0, index - 1)] ?? 0;
    return before + ((path.speeds[index] ?? 0) - before) * t;
  }
}

/** The next point with a wait behind `index`, else the end. */
function stopAfter({ points }: Path, index: number): number {
  let stop = index + 1;
  while (stop < points.length - 1 && (points[stop]?.waitS ?? 0) === 0) stop++;
  return stop;
}
