import type { Clock } from '@rastro/base';
import { pause } from '../link/pause.ts';
import { AREAS } from '../motion/areas.ts';
import { Mover } from '../motion/mover.ts';
import { randomFrom, type Random } from '../motion/random.ts';
import { report } from '../vehicle/channel.ts';
import type { Timing } from '../vehicle/stream-session.ts';
import { Vehicle } from '../vehicle/vehicle.ts';
import type { DemoVehicle } from './demo-fleet.ts';

export interface DemoRun {
  readonly host: string;
  /** By protocol name; vehicles of a protocol that is missing stay at home. */
  readonly ports: Readonly<Record<string, number>>;
  readonly fleet: readonly DemoVehicle[];
  readonly clock: Clock;
  readonly timing?: Partial<Timing>;
}

const CADENCE = { movingS: 5, standingS: 60 };
/** Trips are under way when the demonstration begins. */
const HEAD_START_S = 2400;
const LOST_FOR_MS = 9 * 3_600_000;
const LAST_WORD_MS = 60_000;
const HOLE_EVERY_S = 720;
const HOLE_S = 180;
const HARSH_PER_SECOND = 1 / 2400;

/** Drives the fleet until `signal` aborts. The trips are the same for the same fleet. */
export async function runDemoFleet(run: DemoRun, signal: AbortSignal): Promise<void> {
  const lives = run.fleet.flatMap((member, index) => {
    const port = run.ports[member.protocol];
    return port === undefined || member.presence === 'never' ? [] : [new Life(member, index, run.clock)];
  });
  const reporting = lives.map((life) => life.report(run, signal));
  await Promise.all([...reporting, keepTicking(lives, run.clock, signal)]);
}

async function keepTicking(lives: readonly Life[], clock: Clock, signal: AbortSignal): Promise<void> {
  let next = clock.now();
  while (!signal.aborted) {
    const now = clock.now();
    // After a pause of the machine the fleet goes on from now; it does not hurry to catch up.
    if (now - next > 5000) next = now;
    for (const life of lives) life.tick(next);
    next += 1000;
    await pause(Math.max(0, next - clock.now()), clock, signal);
  }
}

/** One vehicle of the demonstration and what happens to it. */
class Life {
  readonly #member: DemoVehicle;
  readonly #vehicle: Vehicle;
  readonly #random: Random;
  #age: number;

  constructor(member: DemoVehicle, index: number, clock: Clock) {
    this.#member = member;
    this.#random = randomFrom(index * 104_729 + 5);
    const { uniqueId, ignition, habit, area } = member;
    const mover = new Mover(habit, AREAS[area], this.#random);
    this.#vehicle = new Vehicle({ uniqueId, ignition, cadence: CADENCE }, mover);
    this.#vehicle.skip(Math.round(this.#random.between(0, HEAD_START_S)));
    this.#age = Math.round(this.#random.between(0, HOLE_EVERY_S - HOLE_S));
    if (member.presence === 'lost') this.#vehicle.tick(clock.now() - LOST_FOR_MS - index * 1_000_000);
  }

  async report(run: DemoRun, signal: AbortSignal): Promise<void> {
    const { channel, protocol, presence } = this.#member;
    const address = { host: run.host, port: run.ports[protocol] ?? 0 };
    const reach = { address, clock: run.clock, ...(run.timing ? { timing: run.timing } : {}) };
    if (presence !== 'lost') return report(this.#vehicle, channel, reach, signal);
    const gone = new AbortController();
    const end = AbortSignal.any([signal, gone.signal]);
    const speaking = report(this.#vehicle, channel, reach, end);
    while (this.#vehicle.outbox.size > 0 && !signal.aborted) await this.#vehicle.outbox.changed(signal);
    // Stays a moment, as a device that is about to lose its power does.
    await pause(Math.min(LAST_WORD_MS, run.timing?.ackMs ?? LAST_WORD_MS), run.clock, signal);
    gone.abort();
    await speaking;
  }

  tick(now: number): void {
    const { presence } = this.#member;
    if (presence === 'lost') return;
    this.#age++;
    if (presence === 'patchy')
      this.#vehicle.coverage.reachable = this.#age % HOLE_EVERY_S < HOLE_EVERY_S - HOLE_S;
    this.#vehicle.tick(now);
    const harsh = this.#random.chance(HARSH_PER_SECOND);
    if (harsh && this.#vehicle.controls().report.speedKmh > 30) this.#vehicle.raise('hardBraking', now);
  }
}
