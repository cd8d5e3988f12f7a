import type { Driver, User } from '@rastro/fleet';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { hoursErrors, isOfCentury, type HoursDeps, type HoursHere } from './hours-deps.ts';
import { driverMonth, judgeMonths } from './judge-month.ts';
import { lineOf } from './list-hours.ts';
import { sign } from './write-hours.ts';

/** The driver of a session: the session says it, and nothing of the call. Questions wait for those of their company. */
async function withOwn(
  here: HoursHere,
  caller: User,
  answer: (driver: Driver) => Promise<ExtensionReply>,
): Promise<ExtensionReply> {
  const signedIn = await here.driverOf(caller);
  const driver = signedIn && (await here.trackingApi.driver(signedIn.ownerId, signedIn.driverId, soon()));
  if (!signedIn || !driver) return hoursErrors.noOwn();
  const reply = await here.queue.run(signedIn.ownerId, () => answer(driver));
  return reply ?? hoursErrors.busy();
}

export const readOwnHours = (deps: HoursDeps): ExtensionHandler<'GET /qr-driver/hours'> =>
  withTrackingApi(deps, async (here, { caller, query: { month } }) => {
    if (!isOfCentury(month)) return hoursErrors.invalid('month is not of this century');
    return withOwn(here, caller, async (driver) => {
      const [present] = await judgeMonths(here, [{ driver, month: null }]);
      const isPresent = month === null || month === present?.month;
      const [asked] = isPresent ? [present] : await judgeMonths(here, [{ driver, month }]);
      if (!present || !asked) return hoursErrors.noOwn();
      return { status: 200, body: { now: lineOf(present), month: await driverMonth(here, asked) } };
    });
  });

export const signOwnMonth = (deps: HoursDeps): ExtensionHandler<'POST /qr-driver/hours/signatures'> =>
  withTrackingApi(deps, (here, { caller, body }) =>
    withOwn(here, caller, (driver) => sign(here, driver, body)),
  );
