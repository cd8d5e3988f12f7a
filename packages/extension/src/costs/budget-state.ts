import type { User } from '@rastro/fleet';
import { addMonths, monthOf, type CivilDate } from '@rastro/fleet/billing';
import {
  budgetPeriod,
  budgetState,
  centsWithin,
  COST_KINDS,
  costsBy,
  dueLines,
  isRunning,
  type Budget,
  type BudgetState,
  type CostPeriod,
} from '@rastro/fleet/costs';
import type { ListingCursor } from '@rastro/storage';
import { soon } from '../with-tracking-api.ts';
import { answered } from '../tracking-failure.ts';
import type { CostContext } from './cost-deps.ts';
import { instantOf, PARTS, RECURRING, recurringIn } from './cost-store.ts';

const PAGE = 500;

/** Spending of a budget in its period, and the vehicle that cost most; 0 = none did. */
export interface FoundState {
  readonly period: CostPeriod;
  readonly state: BudgetState;
  readonly dearest: number;
}
type Reader = Pick<User, 'id' | 'administrator'>;

/** Deeper than groups are nested: a circle ends. */
const MAX_DEPTH = 20;

/**
 * State of a budget by the ledger of its company. @param reader Sees all of the company: its account, or an
 * administrator, who also sees a company that may not sign in. @throws TrackingFailure
 */
export async function stateOfBudget(
  here: Pick<CostContext, 'storage' | 'trackingApi'>,
  budget: Budget,
  { today, reader }: { readonly today: CivilDate; readonly reader: Reader },
): Promise<FoundState> {
  const period = budgetPeriod(budget.span, today);
  const deviceIds = await vehiclesOf(here, budget, reader);
  const narrowed = {
    ownerIds: [budget.ownerId],
    deviceIds,
    states: budget.kind === null ? null : [budget.kind],
    text: null,
  };
  const sums = (from: string, to: string) =>
    here.storage.listedSums({ kind: PARTS, ...narrowed, from: instantOf(from), to: instantOf(to) });
  const month = monthOf(today);
  const [spent, later] = await Promise.all([
    sums(period.from, `${month}-01`),
    sums(`${addMonths(month, 1)}-01`, period.to),
  ]);
  const centsOf = (found: typeof spent): number => found.reduce((sum, { amount }) => sum + amount, 0);
  const driving = spent.filter(({ state }) => COST_KINDS.some((kind) => kind === state && isRunning(kind)));
  const plannedCents = centsOf(later) + (await dueCents(here, narrowed, { today, period }));
  const amounts = {
    budgetCents: budget.cents,
    spentCents: centsOf(spent),
    drivingCents: centsOf(driving),
    plannedCents,
  };
  const byVehicle = costsBy(
    spent.map(({ deviceId, amount }) => ({ deviceId, cents: amount })),
    ({ deviceId }) => [deviceId],
  );
  const [[dearest] = [0]] = [...byVehicle].toSorted(([, a], [, b]) => b - a);
  return { period, state: budgetState(amounts, period, today), dearest };
}

/** Vehicles of a budget; null = all of the company. */
async function vehiclesOf(
  { trackingApi }: Pick<CostContext, 'trackingApi'>,
  { deviceId, groupId }: Budget,
  reader: Reader,
): Promise<readonly number[] | null> {
  if (deviceId > 0) return [deviceId];
  if (groupId === 0) return null;
  const all = trackingApi.isOurs && !reader.administrator ? {} : { all: true };
  const [devices, groups] = await Promise.all([
    trackingApi.devices(reader, soon()),
    trackingApi.as(reader.id).groups.list(all, soon()).then(answered),
  ]);
  const parentOf = new Map(groups.map((group) => [group.id, group.groupId]));
  const isWithin = (id: number, depth = 0): boolean =>
    id === groupId || (id > 0 && depth < MAX_DEPTH && isWithin(parentOf.get(id) ?? 0, depth + 1));
  return devices.filter((device) => isWithin(device.groupId)).map(({ id }) => id);
}

/** Cents of what comes again and is due until the end of a period, not written yet. */
async function dueCents(
  { storage }: Pick<CostContext, 'storage'>,
  narrowed: {
    readonly ownerIds: readonly number[];
    readonly deviceIds: readonly number[] | null;
    readonly states: readonly string[] | null;
    readonly text: null;
  },
  { today, period }: { readonly today: CivilDate; readonly period: CostPeriod },
): Promise<number> {
  const rest = { from: today, to: period.to };
  let cents = 0;
  for (let after: ListingCursor | null = null, isLeft = true; isLeft;) {
    const page: Awaited<ReturnType<typeof storage.listedDocuments>> = await storage.listedDocuments({
      kind: RECURRING,
      ...narrowed,
      from: null,
      to: null,
      sort: 'at',
      isDescending: false,
      after,
      limit: PAGE,
    });
    for (const cost of page.documents.map(recurringIn))
      for (const { content } of dueLines(cost, period.to)) cents += centsWithin(content, rest);
    after = page.next;
    isLeft = after !== null;
  }
  return cents;
}
