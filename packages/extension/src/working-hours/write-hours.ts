import { isConflict } from '@rastro/base';
import type { Driver, User } from '@rastro/fleet';
import type { HoursCorrectionBody, HoursSignatureBody } from '@rastro/fleet/schemas';
import { correctionOf, signSheet, type Activity } from '@rastro/fleet/working-hours';
import { dateIn, monthOf } from '@rastro/fleet/billing';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { forMembers, hoursErrors, type HoursDeps, type HoursHere } from './hours-deps.ts';
import { correctionCalled, correctionPut, settingsOf, settingsPut, sheetPut } from './hours-store.ts';
import { judgeMonths, sheetOf, versionOf } from './judge-month.ts';

export const changeSettings = (deps: HoursDeps): ExtensionHandler<'PUT /working-hours/:id/settings'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params, body }) => {
      const driver = await here.trackingApi.driver(caller.id, params.id, soon());
      if (!driver) return hoursErrors.noDriver();
      const settings = { ...body, agreements: [...new Set(body.agreements)] };
      const isStored = await stored(here, settingsPut(driver.id, settings));
      if (!isStored) return hoursErrors.changed();
      return { status: 200, body: await settingsOf(here.storage, driver.id, body.zone) };
    }),
  );

export const correctHours = (deps: HoursDeps): ExtensionHandler<'POST /working-hours/:id/corrections'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params, body }) => {
      if (Date.parse(body.end) > here.clock.now()) return hoursErrors.invalid('end: is still to come');
      const driver = await here.trackingApi.driver(caller.id, params.id, soon());
      if (!driver) return hoursErrors.noDriver();
      const reply = await here.queue.run(caller.id, () => correct(here, { caller, driver, body }));
      return reply ?? hoursErrors.busy();
    }),
  );

interface Correcting {
  readonly caller: User;
  readonly driver: Driver;
  readonly body: HoursCorrectionBody;
}
async function correct(here: HoursHere, { caller, driver, body }: Correcting): Promise<ExtensionReply> {
  const known = await correctionCalled(here.storage, driver.id, body.id);
  if (known) return { status: 200, body: known };
  const { zone } = await settingsOf(here.storage, driver.id, await here.zone());
  // A month is judged from long before it on: the last one holds all of what is corrected.
  const [judged] = await judgeMonths(here, [{ driver, month: monthOf(dateIn(zone, Date.parse(body.end))) }]);
  const activity: Activity = {
    kind: body.kind,
    begin: Date.parse(body.begin),
    end: Date.parse(body.end),
    reason: body.excess,
    ...(body.note === '' ? {} : { note: body.note }),
  };
  const correction = correctionOf(judged?.activities ?? [], activity, {
    id: body.id,
    at: new Date(here.clock.now()).toISOString(),
    byId: caller.id,
    byName: caller.name,
    reason: body.reason,
  });
  if (await stored(here, correctionPut(driver.id, correction))) return { status: 200, body: correction };
  // The same came twice at once.
  return { status: 200, body: await correctionCalled(here.storage, driver.id, body.id) };
}

export const signMonth = (deps: HoursDeps): ExtensionHandler<'POST /working-hours/:id/signatures'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params, body }) => {
      const driver = await here.trackingApi.driver(caller.id, params.id, soon());
      if (!driver) return hoursErrors.noDriver();
      const reply = await here.queue.run(caller.id, () => sign(here, driver, body));
      return reply ?? hoursErrors.busy();
    }),
  );

/** Signs a month as somebody saw it. @throws TrackingFailure */
export async function sign(
  here: HoursHere,
  driver: Driver,
  { month: asked, hash, name }: HoursSignatureBody,
): Promise<ExtensionReply> {
  const [month] = await judgeMonths(here, [{ driver, month: asked }]);
  const now = here.clock.now();
  if (!month || now < month.end) return hoursErrors.running();
  const { sheet } = await sheetOf(here, month);
  if (sheet.hash !== hash) return hoursErrors.otherSheet();
  const signed = signSheet(sheet, { name, at: new Date(now).toISOString(), hash });
  if (signed === null || !(await stored(here, sheetPut(driver.id, signed)))) return hoursErrors.signed();
  return { status: 200, body: versionOf(signed) };
}

type Put = NonNullable<Parameters<HoursDeps['storage']['commit']>[0]['put']>[number];
/** Whether nobody else had stored it before. */
const stored = ({ storage }: HoursHere, put: Put): Promise<boolean> =>
  storage.commit({ put: [put] }).then(
    () => true,
    (error: unknown) => {
      if (isConflict(error)) return false;
      throw error;
    },
  );
