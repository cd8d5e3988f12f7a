import { FIELD_LIMITS, foldText } from '@rastro/fleet';
import { addMonths, monthOf, monthsBetween, type CivilMonth } from '@rastro/fleet/billing';
import { COST_KINDS, type CostSum, type DriverCostSum } from '@rastro/fleet/costs';
import type { ListingFilter, ListingSum } from '@rastro/storage';
import { inSight, sightOf, type CompanySight } from '../companies.ts';
import type { ExtensionCall, ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { cursorIn, pageLimit, writtenCursor } from '../listing-cursor.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { costErrors, forMembers, type CostDeps } from './cost-deps.ts';
import { DRIVER_PARTS, instantOf, lineIn, LINES, PARTS } from './cost-store.ts';

const USUAL_MONTHS = 12;

type Asked = ExtensionCall<'GET /costs'>['query'];

/** Lines in pages. */
export const listCosts = (deps: CostDeps): ExtensionHandler<'GET /costs'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const isText = query.sort === 'supplier';
      const after = cursorIn(query.after, isText);
      if (after === undefined) return costErrors.invalid('after is not the next of a page');
      const filter = filterOf(query, await sightOf(here, caller));
      const [page, sums] = await Promise.all([
        here.storage.listedDocuments({
          ...filter,
          states: query.kind.length > 0 ? query.kind : null,
          sort: isText ? 'text' : 'at',
          isDescending: query.descending,
          after,
          limit: pageLimit(query.limit),
        }),
        here.storage.listedSums(filter),
      ]);
      const body = {
        lines: page.documents.map(lineIn),
        next: page.next && writtenCursor(page.next),
        sums: COST_KINDS.map((kind) => ({ kind, ...totalOf(sums.filter(({ state }) => state === kind)) })),
      };
      return { status: 200, body };
    }),
  );
const filterOf = (query: Asked, sight: CompanySight): ListingFilter => ({
  kind: LINES,
  ...inSight(sight, query.deviceId),
  states: null,
  from: query.from && instantOf(query.from),
  to: query.to && instantOf(query.to),
  text: query.text === null ? null : foldText(query.text),
});
const totalOf = (sums: readonly ListingSum[]) => ({
  count: sums.reduce((sum, each) => sum + each.count, 0),
  cents: sums.reduce((sum, each) => sum + each.amount, 0),
});

/** Costs by month, kind and vehicle. */
export const sumCosts = (deps: CostDeps): ExtensionHandler<'GET /costs/sums'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const months = await askedMonths(here, query);
      if ('status' in months) return months;
      const seen = inSight(await sightOf(here, caller), query.deviceId);
      const sums = await Promise.all(months.map((month) => monthSums(here, month, seen)));
      return { status: 200, body: sums.flat() };
    }),
  );
async function askedMonths(
  { today }: Pick<CostDeps, 'today'>,
  query: { readonly from: CivilMonth | null; readonly to: CivilMonth | null },
): Promise<readonly CivilMonth[] | ExtensionReply> {
  const to = query.to ?? monthOf(await today());
  const months = monthsBetween(query.from ?? addMonths(to, 1 - USUAL_MONTHS), to);
  if (months.length === 0) return costErrors.invalid('to is before from');
  return months.length > FIELD_LIMITS.cost.months
    ? costErrors.invalid(`more than ${FIELD_LIMITS.cost.months} months`)
    : months;
}

type Seen = ReturnType<typeof inSight>;
const partsOfMonth = (
  { storage }: Pick<CostDeps, 'storage'>,
  { kind, month, seen }: { readonly kind: string; readonly month: CivilMonth; readonly seen: Seen },
): Promise<readonly ListingSum[]> => {
  const at = instantOf(`${month}-01`);
  return storage.listedSums({ kind, ...seen, states: null, from: at, to: at, text: null });
};

/** Costs by month, kind and driver, of lines that have one. */
export const sumDriverCosts = (deps: CostDeps): ExtensionHandler<'GET /costs/drivers'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const months = await askedMonths(here, query);
      if ('status' in months) return months;
      const seen = inSight(await sightOf(here, caller), []);
      const sums = await Promise.all(
        months.map(async (month) => {
          const found = await partsOfMonth(here, { kind: DRIVER_PARTS, month, seen });
          return [...Map.groupBy(found, ({ state }) => state)].flatMap(([state, own]): DriverCostSum[] => {
            const slash = state.indexOf('/');
            const kind = COST_KINDS.find((each) => each === state.slice(0, slash));
            const driverUniqueId = state.slice(slash + 1);
            return kind === undefined ? [] : [{ month, kind, driverUniqueId, cents: totalOf(own).cents }];
          });
        }),
      );
      return { status: 200, body: sums.flat() };
    }),
  );

async function monthSums(
  here: Pick<CostDeps, 'storage'>,
  month: CivilMonth,
  seen: Seen,
): Promise<readonly CostSum[]> {
  const found = await partsOfMonth(here, { kind: PARTS, month, seen });
  const sums = new Map<string, CostSum>();
  // A vehicle that changed hands has lines of several companies.
  for (const { state, deviceId, amount } of found) {
    const kind = COST_KINDS.find((each) => each === state);
    if (kind === undefined) continue;
    const key = `${kind}/${deviceId}`;
    sums.set(key, { month, kind, deviceId, cents: (sums.get(key)?.cents ?? 0) + amount });
  }
  return [...sums.values()];
}
