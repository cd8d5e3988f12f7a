import type { Clock } from '@rastro/base';
import { pause } from '../link/pause.ts';
import type { DemoVehicle } from './demo-fleet.ts';
import { Life, type LifeBefore, type ServerReach } from './life.ts';

export interface DemoRun extends ServerReach {
  readonly fleet: readonly DemoVehicle[];
  /** Absent = the vehicles have no past. */
  readonly past?: DemoPast;
}
export interface DemoPast {
  /** When the demonstration began, milliseconds since 1970: up to then vehicles have lived already. */
  readonly beganAt: number;
  /**
   * Makes the past of a vehicle, which then continues live.
   * @returns its odometer at the end, meters; null = it was already live.
   */
  make(before: LifeBefore, signal: AbortSignal): Promise<number | null>;
}

/** Drives the fleet until `signal` aborts. The trips are the same for the same fleet. */
export async function runDemoFleet(run: DemoRun, signal: AbortSignal): Promise<void> {
  const beganAt = run.past?.beganAt ?? run.clock.now();
  const lives = run.fleet.flatMap((member, serial) => {
    const port = run.ports[member.protocol];
    return port === undefined || member.presence === 'never' ? [] : [new Life(member, serial, beganAt)];
  });
  const reporting = run.past
    ? [beginOneByOne(lives, { ...run, past: run.past }, signal)]
    : lives.map((life) => {
        life.begin(null, run.clock.now());
        return life.report(run, signal);
      });
  await Promise.all([...reporting, runTicks(lives, run.clock, signal)]);
}

/** Each vehicle reports as soon as its past is there: the first ones after a moment, with all their days. */
async function beginOneByOne(
  lives: readonly Life[],
  run: DemoRun & { readonly past: DemoPast },
  signal: AbortSignal,
): Promise<void> {
  const reporting: Promise<void>[] = [];
  for (const life of acrossGroups(lives)) {
    if (signal.aborted) break;
    life.begin(await run.past.make(life.before, signal), run.clock.now());
    reporting.push(life.report(run, signal));
  }
  await Promise.all(reporting);
}

/** The first of every group, then the second of every group …: the whole map has something early. */
function acrossGroups(lives: readonly Life[]): readonly Life[] {
  const groups = [...Map.groupBy(lives, ({ before }) => before.vehicle.groupName).values()];
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => groups.flatMap((group) => group[at] ?? [])).flat();
}

async function runTicks(lives: readonly Life[], clock: Clock, signal: AbortSignal): Promise<void> {
  let next = clock.now();
  while (!signal.aborted) {
    const now = clock.now();
    // After a pause of the machine the fleet continues from now; it does not catch up.
    if (now - next > 5000) next = now;
    for (const life of lives) life.tick(next);
    next += 1000;
    await pause(Math.max(0, next - clock.now()), clock, signal);
  }
}
