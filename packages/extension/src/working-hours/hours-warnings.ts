import { MINUTE_MS } from '@rastro/base';
import { readStoredHoursWarning, type StoredCheckIn } from '@rastro/fleet/schemas';
import { hoursWarning, nextCheckMs, type DriverHours, type HoursWarning } from '@rastro/fleet/working-hours';
import type { Job, JobRun } from '../job.ts';
import { TrackingFailure } from '../tracking-failure.ts';
import type { RaiseReminder } from '../vehicle-reminders.ts';
import { soon } from '../with-tracking-api.ts';
import type { HoursDeps, HoursHere } from './hours-deps.ts';
import { WARNING_KIND, warningKey } from './hours-store.ts';
import { judgeMonths } from './judge-month.ts';
import { lineOf } from './list-hours.ts';

type Working = HoursHere & { readonly raise: RaiseReminder };

/**
 * Raises an event at the vehicle of a checked-in driver who comes close to a limit, with the minutes that the screen
 * shows. Drivers who have long to go are not judged again meanwhile.
 * @param raise Null = the tracking server is external and takes no events.
 */
export function hoursWarningsJob(deps: HoursDeps, raise: RaiseReminder | null): Job {
  // By driver and check-in; whatever another process has learned is checked once more.
  let nextChecks: ReadonlyMap<string, number> = new Map();
  const dueNow = async (): Promise<readonly StoredCheckIn[]> =>
    (await deps.checkIns.current()).filter((each) => (nextChecks.get(nameOf(each)) ?? 0) <= deps.clock.now());
  return {
    name: 'hoursWarnings',
    everyMs: MINUTE_MS,
    due: (_done, now) => [now],
    isIdle: async () => raise === null || deps.trackingApi === null || (await dueNow()).length === 0,
    perform: async (_now, run) => {
      const { trackingApi, checkIns, clock } = deps;
      if (raise === null || trackingApi === null) return {};
      const current = new Set((await checkIns.current()).map(nameOf));
      const checks = new Map([...nextChecks].filter(([name]) => current.has(name)));
      for (const checkIn of await dueNow()) {
        if (run.signal.aborted) return {};
        const inMs = await checkDriver({ ...deps, trackingApi, raise }, checkIn, run);
        checks.set(nameOf(checkIn), clock.now() + inMs);
        nextChecks = checks;
      }
      return {};
    },
  };
}

const nameOf = ({ driverId, deviceId, since }: StoredCheckIn): string => `${driverId}/${deviceId}/${since}`;

/** Checks a driver. Resolves with the time until the next check. */
async function checkDriver(here: Working, checkIn: StoredCheckIn, run: JobRun): Promise<number> {
  try {
    const hours = await hoursOf(here, checkIn);
    await warn(here, { checkIn, hours, run });
    return nextCheckMs(hours?.left?.ms ?? null);
  } catch (error) {
    // A server that is away is asked again.
    if (error instanceof TrackingFailure) return nextCheckMs(null);
    throw error;
  }
}

async function hoursOf(here: Working, { ownerId, driverId }: StoredCheckIn): Promise<DriverHours | null> {
  const { trackingApi } = here;
  // Of an account that is gone, or may not sign in, nobody is warned.
  if (!(await trackingApi.answersFor(ownerId, ownerId, soon()))) return null;
  const driver = await trackingApi.driver(ownerId, driverId, soon());
  const [month] = driver === null ? [] : await judgeMonths(here, [{ driver, month: null }]);
  return month === undefined ? null : lineOf(month);
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
