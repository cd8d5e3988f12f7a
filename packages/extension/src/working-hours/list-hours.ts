import { foldText, type Driver } from '@rastro/fleet';
import type { DriverHours } from '@rastro/fleet/working-hours';
import type { ExtensionHandler } from '../extension-route.ts';
import { cursorIn, writtenCursor } from '../listing-cursor.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { forMembers, hoursErrors, type HoursDeps } from './hours-deps.ts';
import { judgeMonths, type JudgedMonth } from './judge-month.ts';

const USUAL_PAGE = 50;
const MAX_PAGE = 100;

/** Drivers now, by name. Only those of the page are judged. */
export const listHours = (deps: HoursDeps): ExtensionHandler<'GET /working-hours'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const after = cursorIn(query.after, true);
      if (after === undefined) return hoursErrors.invalid('after is not the next of a page');
      const words = foldText(query.text ?? '').split(' ');
      const drivers = (await here.trackingApi.drivers(caller, soon()))
        .map((driver) => ({ driver, key: String(driver.id), value: foldText(driver.name) }))
        .filter(({ driver, value }) => {
          const text = `${value} ${foldText(driver.uniqueId)}`;
          return words.every((word) => text.includes(word));
        })
        .toSorted(byName)
        .filter((each) => after === null || byName(each, { ...after, value: String(after.value) }) > 0);
      const page = drivers.slice(0, Math.min(Math.max(1, query.limit ?? USUAL_PAGE), MAX_PAGE));
      const last = page.at(-1);
      const found = await here.queue.run(caller.id, () => judgedNow(here, page));
      if (found === null) return hoursErrors.busy();
      const next = last && drivers.length > page.length ? writtenCursor(last) : null;
      return { status: 200, body: { drivers: found, next } };
    }),
  );

interface Named {
  readonly key: string;
  readonly value: string;
}
const byName = (a: Named, b: Named): number =>
  a.value < b.value ? -1 : a.value > b.value ? 1 : Number(a.key) - Number(b.key);

async function judgedNow(
  here: Parameters<typeof judgeMonths>[0],
  page: readonly { readonly driver: Driver }[],
): Promise<readonly DriverHours[]> {
  const months = await judgeMonths(
    here,
    page.map(({ driver }) => ({ driver, month: null })),
  );
  return months.map(lineOf);
}

export function lineOf({
  driver,
  activities,
  verdict,
  content,
  until,
  breachesAtLeast,
}: JudgedMonth): DriverHours {
  const now = activities.find((each) => each.begin < until && each.end >= until);
  const { left, breakUntil, nextStart } = verdict.now;
  const isKnown = activities.length > 0;
  return {
    driverId: driver.id,
    driverUniqueId: driver.uniqueId,
    driverName: driver.name,
    state: now?.kind ?? (isKnown ? 'unclear' : null),
    since: now?.begin ?? activities.at(-1)?.end ?? null,
    // Of a driver of whom nothing is known no rule says anything.
    left: isKnown ? left : null,
    breakUntil: isKnown ? breakUntil : null,
    nextStart: isKnown ? nextStart : null,
    breaches: content.breaches.length,
    breachesAtLeast,
    unclearMs: content.days.reduce((sum, day) => sum + day.unclearMs, 0),
  };
}
