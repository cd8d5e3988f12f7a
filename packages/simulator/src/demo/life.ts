import type { Clock } from '@rastro/base';
import { pause } from '../link/pause.ts';
import { Mover } from '../motion/mover.ts';
import { toSpot } from '../motion/plane.ts';
import { randomFrom, type Random } from '../motion/random.ts';
import type { PastRequest } from '../past/past-of.ts';
import { report } from '../vehicle/channel.ts';
import type { Timing } from '../vehicle/stream-session.ts';
import { Vehicle } from '../vehicle/vehicle.ts';
import type { DemoVehicle } from './demo-fleet.ts';

/** Past of a vehicle before it began to report: its home, and until when. */
export type LifeBefore = Omit<PastRequest, 'days'>;

/** Where the server is, and how patient vehicles are with it. */
export interface ServerReach {
  readonly host: string;
  /** By protocol name; vehicles of a protocol that is missing stay at home. */
  readonly ports: Readonly<Record<string, number>>;
  readonly clock: Clock;
  readonly timing?: Partial<Timing>;
}

const CADENCE = { movingS: 5, stoppedS: 60 };
/** Trips are under way when the demonstration begins. */
const HEAD_START_S = 2400;
const LOST_FOR_MS = 9 * 3_600_000;
const LOST_APART_MS = 1_000_000;
const LAST_REPORT_MS = 60_000;
const HOLE_EVERY_S = 720;
const HOLE_S = 180;
/** Of the whole fleet one in some minutes. */
const HARSH_PER_SECOND = 1 / 14_400;
/** A continuing alarm counts once; a report in between makes it a new one. */
const HELP_AT_S: readonly number[] = [15, 90];
/** After a longer absence, the time in between is not recorded. */
const AWAY_MS = 2 * 3_600_000;

/** One vehicle of the demonstration and what happens to it. */
export class Life {
  readonly before: LifeBefore;
  readonly #member: DemoVehicle;
  readonly #mover: Mover;
  readonly #vehicle: Vehicle;
  readonly #random: Random;
  readonly #headStartS: number;
  /** Time of its last report; null = it is still there. */
  readonly #lostAt: number | null;
  #age: number;
  /** Seconds since it set out. */
  #here = 0;
  #hasBegun = false;

  constructor(member: DemoVehicle, serial: number, beganAt: number) {
    this.#member = member;
    this.#random = randomFrom(serial * 104_729 + 5);
    const { uniqueId, ignition, habit, home } = member;
    this.#mover = new Mover(habit, home, this.#random);
    this.#vehicle = new Vehicle({ uniqueId, ignition, cadence: CADENCE }, this.#mover);
    this.#headStartS = Math.round(this.#random.between(0, HEAD_START_S));
    this.#age = Math.round(this.#random.between(0, HOLE_EVERY_S - HOLE_S));
    this.#lostAt = member.presence === 'lost' ? beganAt - LOST_FOR_MS - serial * LOST_APART_MS : null;
    const { odometerM, course, ...point } = this.#mover.pose;
    this.before = {
      vehicle: member,
      serial,
      home: { spot: toSpot(point, home.centre), course },
      odometerM,
      end: (this.#lostAt ?? beganAt) - this.#headStartS * 1000,
    };
  }

  /**
   * Starts the vehicle. With a past, everything since then is recorded and delivered as by a tracker without a network.
   * @param odometerM At the end of its past; null = it has none.
   */
  begin(odometerM: number | null, now: number): void {
    this.#hasBegun = true;
    const until = this.#lostAt ?? now;
    if (odometerM !== null) this.#mover.countFrom(odometerM);
    if (odometerM === null || until - this.before.end > AWAY_MS) {
      this.#vehicle.skip(this.#headStartS);
      if (this.#lostAt !== null) this.#vehicle.tick(this.#lostAt);
      return;
    }
    for (let at = this.before.end + 1000; at <= until; at += 1000) this.#vehicle.tick(at);
  }

  async report(run: ServerReach, signal: AbortSignal): Promise<void> {
    const { channel, protocol, presence } = this.#member;
    const address = { host: run.host, port: run.ports[protocol] ?? 0 };
    const reach = { address, clock: run.clock, ...(run.timing ? { timing: run.timing } : {}) };
    if (presence !== 'lost') return report(this.#vehicle, channel, reach, signal);
    const gone = new AbortController();
    const end = AbortSignal.any([signal, gone.signal]);
    const speaking = report(this.#vehicle, channel, reach, end);
    while (this.#vehicle.outbox.size > 0 && !signal.aborted) await this.#vehicle.outbox.changed(signal);
    // Waits a moment, as a device that is about to lose its power does.
    await pause(Math.min(LAST_REPORT_MS, run.timing?.ackMs ?? LAST_REPORT_MS), run.clock, signal);
    gone.abort();
    await speaking;
  }

  tick(now: number): void {
    const { presence } = this.#member;
    if (!this.#hasBegun || presence === 'lost') return;
    this.#age++;
    if (presence === 'patchy')
      this.#vehicle.coverage.reachable = this.#age % HOLE_EVERY_S < HOLE_EVERY_S - HOLE_S;
    this.#vehicle.tick(now);
    const harsh = this.#random.chance(HARSH_PER_SECOND);
    this.#callForHelp(now);
    if (harsh && this.#vehicle.controls().report.speedKmh > 30) this.#vehicle.raise('hardBraking', now);
  }

  #callForHelp(now: number): void {
    const { distress } = this.#member;
    this.#here++;
    if (distress !== null && HELP_AT_S.includes(this.#here)) this.#vehicle.raise(distress, now);
  }
}
