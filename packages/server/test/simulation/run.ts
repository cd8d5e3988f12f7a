import { calmEvents, eventDifferences } from './calm-run.ts';
import { drawFaults, heal, planFaults, sleep, type Fault } from './faults.ts';
import { violations } from './oracles.ts';
import { staleReplicas } from './replicas.ts';
import { StuckError } from './scheduler.ts';
import { MAX_ROWS } from './sim-server.ts';
import { World, type WorldSettings } from './world.ts';

export interface RunSettings extends WorldSettings {
  readonly hours: number;
  /** Commits may be stored and answered with an error, which the embedded database does not do. */
  readonly losesAnswers?: boolean;
  /** Instead of those of the seed. */
  readonly faults?: readonly Fault[];
}
export interface RunResult {
  readonly seed: number;
  readonly hash: string;
  /** Violated rules; empty = the run is fine. */
  readonly violations: readonly string[];
  readonly faults: readonly Fault[];
  readonly records: number;
  readonly acknowledged: number;
}

const HOUR = 3_600_000;
/** Records that a device has held back come within so long. */
const HELD_BACK_MS = 600_000;
const QUIET_MS = 60_000;
const CHECK_AGAIN_MS = 5000;
const ROUNDS = 2;

/** One run: one seed, one thread, one order of events. */
export async function simulate(settings: RunSettings): Promise<RunResult> {
  const span = settings.hours * HOUR;
  const world = new World(settings);
  const { isApart } = world;
  const draw = { spanMs: span, isApart, losesAnswers: settings.losesAnswers ?? false };
  const faults = settings.faults ?? drawFaults(settings.seed, draw);
  const { devices, trace } = world;
  const found = [...(await world.within(() => live(world, faults, span).catch(stuck)))];
  const hash = trace.digest();
  // A clock that is set judges what comes ahead of it: what is right then is another question.
  if (found.length === 0 && faults.every(({ kind }) => kind !== 'clock'))
    found.push(...eventDifferences(world, await calmEvents(world)));
  return {
    seed: settings.seed,
    hash,
    violations: found,
    faults,
    records: devices.reduce((sum, { made }) => sum + made.size, 0),
    acknowledged: devices.reduce((sum, device) => sum + device.acknowledged.size, 0),
  };
}

/** A server that hangs has broken its word, too. */
function stuck(error: unknown): readonly string[] {
  if (error instanceof StuckError) return [error.message];
  throw error;
}

async function live(world: World, faults: readonly Fault[], span: number): Promise<readonly string[]> {
  const { scheduler, devices, users, billing } = world;
  await world.prepare();
  world.watchQueue();
  planFaults(faults, world);
  for (const device of devices) device.start();
  users.start();
  billing.start();
  await scheduler.runUntil(scheduler.now + span);
  heal(world);
  for (const device of devices) device.stopMaking();
  users.stop();
  billing.stop();
  return settle(world);
}

/** Waits until everything is delivered, and for a quiet minute; then looks at what there is. */
async function settle(world: World): Promise<readonly string[]> {
  const { scheduler, server, devices, users, events, provider, billing } = world;
  const end = scheduler.now + HOUR;
  const isBusy = (): boolean =>
    !server.isUp || provider.underWay > 0 || devices.some(({ waiting }) => waiting > 0);
  await scheduler.runUntil(scheduler.now + HELD_BACK_MS);
  while (isBusy() && scheduler.now < end) await scheduler.runUntil(scheduler.now + 5000);
  await scheduler.runUntil(scheduler.now + QUIET_MS);
  const stale = server.isUp ? await scheduler.drive(stillStale(world)) : [];
  for (let round = 0; server.isUp && round < ROUNDS; round++) await nextQuarter(world);
  for (const device of devices) device.fallSilent();
  await scheduler.runUntil(scheduler.now + QUIET_MS);
  const late = devices.filter(({ waiting }) => waiting > 0).map(({ habits }) => habits.protocol);
  const found = [...stale];
  if (late.length > 0) found.push(`an hour after the last fault ${late.join()} have not delivered`);
  if (!server.isUp) return [...found, 'an hour after the last fault the server is down'];
  found.push(...(await scheduler.drive(violations(server, { devices, users, events }))));
  found.push(...(await scheduler.drive(billing.violations())));
  if (!world.isApart && world.mostRows > mostRowsOf(devices))
    found.push(`${world.mostRows} rows waited for the disk, ${mostRowsOf(devices)} may`);
  await scheduler.drive(server.stop());
  return found;
}

/**
 * When the queue is full, each connection still adds the message that it has in hand: a row for each record and for an
 * event of each, one for itself, and one when it begins or ends.
 */
const mostRowsOf = (devices: World['devices']): number =>
  MAX_ROWS + devices.reduce((sum, { mostReports }) => sum + 2 * mostReports + 2, 0);

/** Signs of life go on: what was on its way at one look is not any more at the next. */
async function stillStale({ scheduler, server, users, life }: World): Promise<readonly string[]> {
  const first = await staleReplicas(server, users);
  if (first.length === 0) return [];
  await new Promise<void>((resolve) => void scheduler.after(CHECK_AGAIN_MS, life, resolve));
  const again = new Set(await staleReplicas(server, users));
  return first.filter((each) => again.has(each)).slice(0, 5);
}

/** Seven hours later, in a new process: whatever is compared a few times a day is compared at once. */
async function nextQuarter(world: World): Promise<void> {
  const { scheduler, server, provider } = world;
  await scheduler.drive(server.stop());
  sleep(world, 7 * HOUR);
  await scheduler.drive(server.start());
  for (let at = 0; at < 6; at++) {
    provider.check();
    await scheduler.runUntil(scheduler.now + 30_000);
  }
}
