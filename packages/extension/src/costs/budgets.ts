import { retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { Budget, BudgetContent, BudgetNow } from '@rastro/fleet/costs';
import { isInSight, sightOf, type CompanySight } from '../companies.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { pageByName } from '../page-by-name.ts';
import { nextNumbers } from '../next-numbers.ts';
import { answered } from '../tracking-failure.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { alertOfBudget, compareAgain } from './budget-job.ts';
import { stateOfBudget } from './budget-state.ts';
import { costErrors, forMembers, type CostContext, type CostDeps } from './cost-deps.ts';
import { BUDGET_COUNTER, budgetIn, budgetOf, budgetPut, BUDGETS, keyOf } from './cost-store.ts';

/** Budgets of all vehicles and of groups are of nobody who sees only some of the vehicles: they would tell of the rest. */
const withoutWhole = (sight: CompanySight): CompanySight => ({
  ...sight,
  deviceIds: sight.deviceIds && new Set([...sight.deviceIds].filter((id) => id > 0)),
});

export const listBudgets = (deps: CostDeps): ExtensionHandler<'GET /costs/budgets'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const { seen, deviceIds } = withoutWhole(await sightOf(here, caller));
      const asked = { kind: BUDGETS, ownerIds: seen, deviceIds: deviceIds && [...deviceIds] };
      const page = await pageByName(here.storage, asked, query);
      if (page === null) return costErrors.invalid('after is not the next of a page');
      const today = await here.today();
      const budgets: BudgetNow[] = [];
      for (const budget of page.documents.map(budgetIn)) {
        const { period, state } = await stateOfBudget(here, budget, {
          today,
          reader: caller.administrator ? caller : { id: budget.ownerId, administrator: false },
        });
        budgets.push({ ...budget, ...period, ...state });
      }
      return { status: 200, body: { budgets, next: page.next, hasEvents: here.raise !== null } };
    }),
  );

export const makeBudget = (deps: CostDeps): ExtensionHandler<'POST /costs/budgets'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, body }) => {
      const named = await subjectOf(here, caller, body);
      if ('status' in named) return named;
      const { own: ownerId } = await here.companiesOf(caller);
      const createdTime = new Date(here.clock.now()).toISOString();
      return retryOnConflict(async () => {
        const { first: id, put } = await nextNumbers(here.storage, { kind: BUDGET_COUNTER, count: 1 });
        const budget: Budget = { ...body, ...named, ownerId, createdTime, id, version: 0 };
        await here.storage.commit({ put: [budgetPut(budget), put] });
        return { status: 200, body: { ...budget, version: 1 } };
      });
    }),
  );

export const changeBudget = (deps: CostDeps): ExtensionHandler<'PUT /costs/budgets/:id'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params, body: { version, ...content } }) => {
      if ((await seenBudget(here, caller, params.id)) === null) return costErrors.unknown();
      const named = await subjectOf(here, caller, content);
      if ('status' in named) return named;
      return retryOnConflict(async () => {
        const now = await budgetOf(here.storage, params.id);
        if (now === null) return costErrors.unknown();
        if (now.version !== version) return costErrors.changed();
        const next = { ...now, ...content, ...named };
        // It is another budget now: its alerts begin anew.
        await here.storage.commit({
          put: [budgetPut(next), compareAgain],
          remove: [alertOfBudget(params.id)],
        });
        return { status: 200, body: { ...next, version: version + 1 } };
      });
    }),
  );

export const removeBudget = (deps: CostDeps): ExtensionHandler<'DELETE /costs/budgets/:id'> =>
  forMembers(
    withTrackingApi(deps, (here, { caller, params }) =>
      retryOnConflict(async () => {
        const budget = await seenBudget(here, caller, params.id);
        if (budget === null) return costErrors.unknown();
        const own = { kind: BUDGETS, key: keyOf(budget.id), replaces: budget.version };
        await here.storage.commit({ remove: [own, alertOfBudget(budget.id)] });
        return { status: 204, body: '' };
      }),
    ),
  );

async function seenBudget(here: CostContext, caller: User, id: number): Promise<Budget | null> {
  const budget = await budgetOf(here.storage, id);
  return budget && isInSight(withoutWhole(await sightOf(here, caller)), budget) ? budget : null;
}

/** Name of the vehicle or group of a budget, as the caller sees it. */
async function subjectOf(
  here: CostContext,
  caller: User,
  { deviceId, groupId }: BudgetContent,
): Promise<ExtensionReply | Pick<Budget, 'subjectName'>> {
  const { trackingApi } = here;
  if (deviceId > 0) {
    const device = await trackingApi.device(caller.id, deviceId, soon());
    return device === null ? costErrors.noVehicle() : { subjectName: device.name };
  }
  if ((await sightOf(here, caller)).deviceIds !== null) return costErrors.notWhole();
  if (groupId === 0) return { subjectName: '' };
  if (!(await trackingApi.seesGroup(caller.id, groupId, soon()))) return costErrors.noGroup();
  const { name } = answered(await trackingApi.as(caller.id).groups.read(groupId, soon()));
  return { subjectName: name };
}
