import type { CivilMonth } from '@rastro/fleet/billing';
import type { User } from '@rastro/fleet';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { forMembers, hoursErrors, isOfCentury, type HoursDeps, type HoursHere } from './hours-deps.ts';
import { driverMonth, judgeMonths, sheetOf, sheetText, versionOf, type JudgedMonth } from './judge-month.ts';
import { listHours } from './list-hours.ts';
import { readOwnHours, signOwnMonth } from './own-hours.ts';
import { changeSettings, correctHours, signMonth } from './write-hours.ts';

interface AskedMonth {
  readonly caller: User;
  readonly params: { readonly id: number };
  readonly query: { readonly month: CivilMonth | null };
}
/** Judges a month of a driver whom the caller sees, and answers about it. */
async function withMonth(
  here: HoursHere,
  { caller, params, query: { month } }: AskedMonth,
  answer: (month: JudgedMonth) => Promise<unknown>,
): Promise<ExtensionReply> {
  if (!isOfCentury(month)) return hoursErrors.invalid('month is not of this century');
  const driver = await here.trackingApi.driver(caller.id, params.id, soon());
  if (!driver) return hoursErrors.noDriver();
  const reply = await here.queue.run(caller.id, async () => {
    const [judged] = await judgeMonths(here, [{ driver, month }]);
    return judged ? { status: 200, body: await answer(judged) } : hoursErrors.noDriver();
  });
  return reply ?? hoursErrors.busy();
}

const readMonth = (deps: HoursDeps): ExtensionHandler<'GET /working-hours/:id'> =>
  forMembers(
    withTrackingApi(deps, (here, call) => withMonth(here, call, (month) => driverMonth(here, month))),
  );

const readSheet = (deps: HoursDeps): ExtensionHandler<'GET /working-hours/:id/sheet'> =>
  forMembers(
    withTrackingApi(deps, (here, call) =>
      withMonth(here, call, async (month) => {
        const { sheet } = await sheetOf(here, month);
        return { ...versionOf(sheet), month: month.month, text: sheetText(sheet) };
      }),
    ),
  );

/** Handlers of working hours. */
export const hoursHandlers = (deps: HoursDeps) => ({
  'GET /working-hours': listHours(deps),
  'GET /working-hours/:id': readMonth(deps),
  'GET /working-hours/:id/sheet': readSheet(deps),
  'PUT /working-hours/:id/settings': changeSettings(deps),
  'POST /working-hours/:id/corrections': correctHours(deps),
  'POST /working-hours/:id/signatures': signMonth(deps),
  'GET /qr-driver/hours': readOwnHours(deps),
  'POST /qr-driver/hours/signatures': signOwnMonth(deps),
});
