import { MINUTE_MS } from '@rastro/base';
import { readStoredHoursWarning, type StoredCheckIn } from '@rastro/fleet/schemas';
import { hoursWarning, nextCheckMs, type DriverHours, type HoursWarning } from '@rastro/fleet/working-hours';
import type { Driver } from '@rastro/fleet';
import type { Job, JobRun } from '../job.ts';
import { TrackingFailure } from '../tracking-failure.ts';
import type { RaiseReminder } from '../vehicle-reminders.ts';
import { soon } from '../with-tracking-api.ts';
import type { HoursDeps, HoursHere } from './hours-deps.ts';
import { WARNING_KIND, warningKey } from './hours-store.ts';
import { judgeMonths } from './judge-month.ts';
import { lineOf } from './list-hours.ts';

type Working = HoursHere & { readonly raise: RaiseReminder };
interface WarningDeps {
  /** Null = the tracking server is external and takes no events. */
  readonly raise: RaiseReminder | null;
  /** Whether any rule notifies of such events: without one nobody is judged. */
  readonly isWanted: () => boolean;
}

const EVERY_MS = 2 * MINUTE_MS;
/** Drivers who are judged at once: their check-ins of the last weeks are read together. */
const AT_ONCE = 50;

/**
 * Raises an event at the vehicle of a checked-in driver who comes close to a limit, with the minutes that the screen
 * shows. Drivers who have long to go are not judged again meanwhile.
 */
export function hoursWarningsJob(deps: HoursDeps, { raise, isWanted }: WarningDeps): Job {
  // By driver and check-in; whatever another process has learned is checked once more.
  let nextChecks: ReadonlyMap<string, number> = new Map();
  return {
    name: 'hoursWarnings',
    everyMs: EVERY_MS,
    due: (_done, now) => [now],
    isIdle: async () => raise === null || deps.trackingApi === null || !isWanted(),
    perform: async (_now, run) => {
      const { trackingApi, checkIns, clock } = deps;
      if (raise === null || trackingApi === null) return {};
      const current = await checkIns.current();
      const names = new Set(current.map(nameOf));
      const checks = new Map([...nextChecks].filter(([name]) => names.has(name)));
      nextChecks = checks;
      const due = current.filter((each) => (checks.get(nameOf(each)) ?? 0) <= clock.now());
      for (let at = 0; at < due.length && !run.signal.aborted; at += AT_ONCE) {
        const some = due.slice(at, at + AT_ONCE);
        for (const [checkIn, inMs] of await checkDrivers({ ...deps, trackingApi, raise }, some, run))
          checks.set(nameOf(checkIn), clock.now() + inMs);
      }
      return {};
    },
  };
}

const nameOf = ({ driverId, deviceId, since }: StoredCheckIn): string => `${driverId}/${deviceId}/${since}`;

type Checks = readonly (readonly [StoredCheckIn, number])[];

/** Checks drivers. Resolves with the time until the next check of each. */
async function checkDrivers(here: Working, some: readonly StoredCheckIn[], run: JobRun): Promise<Checks> {
  try {
    const known = await driversOf(here, some);
    const asked = known.flatMap(({ driver }) => (driver === null ? [] : { driver, month: null }));
    const hoursOf = new Map((await judgeMonths(here, asked)).map((each) => [each.driver.id, lineOf(each)]));
    const checks: [StoredCheckIn, number][] = [];
    for (const { checkIn, driver } of known) {
      const hours = driver === null ? null : (hoursOf.get(driver.id) ?? null);
      await warn(here, { checkIn, hours, run });
      checks.push([checkIn, nextCheckMs(hours?.left?.ms ?? null)]);
    }
    return checks;
  } catch (error) {
    if (!(error instanceof TrackingFailure)) throw error;
    const companies = [...Map.groupBy(some, ({ ownerId }) => ownerId).values()];
    // A server that is away is asked again.
    if (companies.length <= 1) return some.map((each) => [each, nextCheckMs(null)]);
    // One company that cannot be read holds up no other.
    const apart: (readonly [StoredCheckIn, number])[] = [];
    for (const own of companies) apart.push(...(await checkDrivers(here, own, run)));
    return apart;
  }
}

/** Drivers as they are now. Null = gone, or of an account that is gone or may not sign in: nobody is warned. */
async function driversOf(
  { trackingApi }: Working,
  some: readonly StoredCheckIn[],
): Promise<readonly { readonly checkIn: StoredCheckIn; readonly driver: Driver | null }[]> {
  const answering = new Map<number, boolean>();
  const known = [];
  for (const checkIn of some) {
    const { ownerId, driverId } = checkIn;
    const answers = answering.get(ownerId) ?? (await trackingApi.answersFor(ownerId, ownerId, soon()));
    answering.set(ownerId, answers);
    known.push({ checkIn, driver: answers ? await trackingApi.driver(ownerId, driverId, soon()) : null });
  }
  return known;
}

interface Warning {
  readonly checkIn: StoredCheckIn;
  readonly hours: DriverHours | null;
  readonly run: JobRun;
}
async function warn({ storage, clock, raise }: Working, { checkIn, hours, run }: Warning): Promise<void> {
  const { driverId, driverUniqueId, deviceId } = checkIn;
  const document = { kind: WARNING_KIND, key: warningKey(driverId) };
  const found = await storage.document(document.kind, document.key);
  const before: HoursWarning | null = found && readStoredHoursWarning(found.body);
  const next = hoursWarning(before, hours, { deviceId, now: clock.now() });
  if (next === null) {
    if (found) await run.save({ remove: [{ ...document, replaces: found.version }] });
    return;
  }
  // Stored first: after a kill the same occurrence is raised again, which the vehicle knows.
  if (next !== before) await run.save({ put: [{ ...document, body: next, replaces: found?.version ?? 0 }] });
  // The driver has changed to another vehicle since: the warning is that one's.
  if (next.deviceId !== deviceId) return;
  await raise({
    deviceId,
    key: `hours/${next.threshold}`,
    occurrence: `${driverId}/${next.at}`,
    type: 'hoursEnding',
    attributes: { driverUniqueId, minutesLeft: next.minutesLeft, rule: next.rule },
  });
}
