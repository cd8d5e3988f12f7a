import { retryOnConflict } from '@rastro/base';
import { monthOf, readCivilMonth, type CivilMonth } from '@rastro/fleet/billing';
import { monthsOf, type ClosedMonth, type CostPeriod } from '@rastro/fleet/costs';
import type { ExtensionBatch } from '@rastro/storage';
import { z } from 'zod';
import type { ExtensionHandler } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { costErrors, forMembers, type CostDeps } from './cost-deps.ts';
import { keyOf } from './cost-store.ts';

/** By company and month. Each write of a line replaces those of its months: no month closes in the midst of one. */
const MONTHS = 'costMonth';
const PAGE = 200;
const storedMonth = z.object({ closedAt: z.string().nullable() });

type Put = NonNullable<ExtensionBatch['put']>[number];
const monthKey = (ownerId: number, month: CivilMonth): string => `${keyOf(ownerId)}/${month}`;

/** Documents that a write to some months puts with it; null = one of them is closed. */
export async function openMonths(
  { storage }: Pick<CostDeps, 'storage'>,
  ownerId: number,
  periods: readonly CostPeriod[],
): Promise<readonly Put[] | null> {
  const puts: Put[] = [];
  for (const month of new Set(periods.flatMap(monthsOf))) {
    const key = monthKey(ownerId, month);
    const found = await storage.document(MONTHS, key);
    if (found !== null && storedMonth.parse(found.body).closedAt !== null) return null;
    puts.push({ kind: MONTHS, key, body: { closedAt: null }, replaces: found?.version ?? 0 });
  }
  return puts;
}

export const listClosedMonths = (deps: CostDeps): ExtensionHandler<'GET /costs/months'> =>
  forMembers(
    withTrackingApi(deps, async ({ storage, companiesOf }, { caller }) => {
      const { own } = await companiesOf(caller);
      const prefix = `${keyOf(own)}/`;
      const closed: ClosedMonth[] = [];
      for await (const page of storage.documents({ kind: MONTHS, prefix, pageSize: PAGE }))
        for (const { key, body } of page) {
          const month = readCivilMonth(key.slice(prefix.length));
          const { closedAt } = storedMonth.parse(body);
          if (month !== null && closedAt !== null) closed.push({ ownerId: own, month, closedAt });
        }
      return { status: 200, body: closed };
    }),
  );

export const closeMonth = (deps: CostDeps): ExtensionHandler<'POST /costs/months'> =>
  forMembers(
    withTrackingApi(deps, async ({ storage, companiesOf, today, clock }, { caller, body }) => {
      const { month, isClosed } = body;
      if (isClosed && month >= monthOf(await today())) return costErrors.notOver();
      const { own } = await companiesOf(caller);
      const key = monthKey(own, month);
      const closedAt = isClosed ? new Date(clock.now()).toISOString() : null;
      await retryOnConflict(async () => {
        const found = await storage.document(MONTHS, key);
        await storage.commit({
          put: [{ kind: MONTHS, key, body: { closedAt }, replaces: found?.version ?? 0 }],
        });
      });
      return { status: 204, body: '' };
    }),
  );
