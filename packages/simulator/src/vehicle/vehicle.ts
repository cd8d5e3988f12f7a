import type { Controls } from '../devices/language.ts';
import type { Report } from '../devices/report.ts';
import type { Mover } from '../motion/mover.ts';
import { turnFrom } from '../motion/plane.ts';
import { Coverage } from './coverage.ts';
import { Outbox } from './outbox.ts';
import type { Speaker } from './stream-session.ts';

/** When a vehicle reports, seconds. */
export interface Cadence {
  readonly movingS: number;
  readonly stoppedS: number;
}
export interface VehicleSettings {
  readonly uniqueId: string;
  readonly cadence: Cadence;
  /** `follows the trip`, or off whatever happens, as when a vehicle is towed. */
  readonly ignition: 'follows the trip' | 'always off';
}

/** A bend of so many degrees triggers a report of its own, so that curves look round on a map. */
const BEND_DEG = 18;
const STEP_S = 1;

/** A vehicle with a tracker in it: moves, decides what to report, and does what commands say. */
export class Vehicle implements Speaker {
  readonly outbox = new Outbox();
  readonly coverage = new Coverage();
  readonly uniqueId: string;
  readonly #settings: VehicleSettings;
  readonly #mover: Mover;
  #blocked = false;
  #last: Report | null = null;
  #now = 0;

  constructor(settings: VehicleSettings, mover: Mover) {
    this.uniqueId = settings.uniqueId;
    this.#settings = settings;
    this.#mover = mover;
  }

  get blocked(): boolean {
    return this.#blocked;
  }

  /** Advances time without reporting, e.g. to begin in the middle of a trip. */
  skip(seconds: number): void {
    for (let left = seconds; left > 0; left -= STEP_S) this.#mover.step(STEP_S, this.#blocked);
  }

  /** One second of life. @param now Milliseconds since 1970. */
  tick(now: number): void {
    this.#now = now;
    this.#mover.step(STEP_S, this.#blocked);
    const report = this.#observe();
    if (this.#isWorthReporting(report)) this.#report(report);
  }

  /** Reports an alarm at once. */
  raise(alarm: NonNullable<Report['alarm']>, now: number): void {
    this.#now = now;
    this.#report({ ...this.#observe(), alarm });
  }

  controls(): Controls {
    return {
      report: this.#observe(),
      cutEngine: (cut) => {
        this.#blocked = cut;
      },
    };
  }

  #report(report: Report): void {
    this.#last = report;
    this.outbox.add(report);
  }

  #observe(): Report {
    const pose = this.#mover.pose;
    const ignition =
      this.#settings.ignition === 'follows the trip' && pose.travelling && !this.#isStuck(pose.moving);
    return {
      time: Math.floor(this.#now / 1000) * 1000,
      valid: true,
      latitude: pose.latitude,
      longitude: pose.longitude,
      altitude: pose.altitude,
      speedKmh: pose.moving ? pose.speedKmh : 0,
      course: pose.course,
      satellites: 9 + (Math.floor(this.#now / 60_000) % 5),
      ignition,
      moving: pose.moving,
      odometerM: pose.odometerM,
      power: ignition ? 13.9 : 12.5,
      batteryLevel: 100,
      gsm: 4,
      blocked: this.#blocked,
      alarm: null,
    };
  }

  /** A cut engine is off as soon as the vehicle stops. */
  #isStuck(moving: boolean): boolean {
    return this.#blocked && !moving;
  }

  #isWorthReporting(report: Report): boolean {
    const last = this.#last;
    if (!last) return true;
    const changed =
      report.ignition !== last.ignition || report.blocked !== last.blocked || report.moving !== last.moving;
    const elapsedS = (report.time - last.time) / 1000;
    if (changed) return elapsedS > 0;
    if (report.moving && Math.abs(turnFrom(last.course, report.course)) >= BEND_DEG) return elapsedS > 0;
    const { movingS, stoppedS } = this.#settings.cadence;
    return elapsedS >= (report.moving ? movingS : stoppedS);
  }
}
