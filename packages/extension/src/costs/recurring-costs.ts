import { retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { RecurringCost } from '@rastro/fleet/costs';
import { inSight, isInSight, sightOf } from '../companies.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { pageByName } from '../page-by-name.ts';
import { nextNumbers } from '../next-numbers.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { costErrors, forMembers, type CostContext, type CostDeps } from './cost-deps.ts';
import { keyOf, RECURRING, RECURRING_COUNTER, recurringIn, recurringOf, recurringPut } from './cost-store.ts';
import { runAgain } from './recurring-job.ts';

/** Costs that come again, in pages. */
export const listRecurring = (deps: CostDeps): ExtensionHandler<'GET /costs/recurring'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const asked = { kind: RECURRING, ...inSight(await sightOf(here, caller), query.deviceId) };
      const page = await pageByName(here.storage, asked, query);
      if (page === null) return costErrors.invalid('after is not the next of a page');
      const body = { costs: page.documents.map(recurringIn), next: page.next };
      return { status: 200, body };
    }),
  );

export const makeRecurring = (deps: CostDeps): ExtensionHandler<'POST /costs/recurring'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, body }) => {
      const device = await here.trackingApi.device(caller.id, body.deviceId, soon());
      if (device === null) return costErrors.noVehicle();
      const { own: ownerId } = await here.companiesOf(caller);
      const createdTime = new Date(here.clock.now()).toISOString();
      return retryOnConflict(async () => {
        const { first: id, put } = await nextNumbers(here.storage, { kind: RECURRING_COUNTER, count: 1 });
        const made = { ownerId, deviceName: device.name, doneMonth: null, skipped: [], createdTime };
        const cost: RecurringCost = { ...body, ...made, id, version: 0 };
        await here.storage.commit({ put: [recurringPut(cost), put], remove: [runAgain] });
        return { status: 200, body: { ...cost, version: 1 } };
      });
    }),
  );

export const changeRecurring = (deps: CostDeps): ExtensionHandler<'PUT /costs/recurring/:id'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params, body: { version, ...content } }) => {
      const before = await seenRecurring(here, caller, params.id);
      if (before === null) return costErrors.unknown();
      const isSame = before.deviceId === content.deviceId;
      const device = isSame ? null : await here.trackingApi.device(caller.id, content.deviceId, soon());
      if (!isSame && device === null) return costErrors.noVehicle();
      const deviceName = device?.name ?? before.deviceName;
      return retryOnConflict(async () => {
        const now = await recurringOf(here.storage, params.id);
        if (now === null) return costErrors.unknown();
        if (now.version !== version) return costErrors.changed();
        const next = { ...now, ...content, deviceName };
        await here.storage.commit({ put: [recurringPut(next)], remove: [runAgain] });
        return { status: 200, body: { ...next, version: version + 1 } };
      });
    }),
  );

export const removeRecurring = (deps: CostDeps): ExtensionHandler<'DELETE /costs/recurring/:id'> =>
  forMembers(
    withTrackingApi(deps, (here, { caller, params }) =>
      retryOnConflict(async () => {
        const cost = await seenRecurring(here, caller, params.id);
        if (cost === null) return costErrors.unknown();
        const { id, version } = cost;
        await here.storage.commit({ remove: [{ kind: RECURRING, key: keyOf(id), replaces: version }] });
        return { status: 204, body: '' };
      }),
    ),
  );

async function seenRecurring(here: CostContext, caller: User, id: number): Promise<RecurringCost | null> {
  const cost = await recurringOf(here.storage, id);
  return cost && isInSight(await sightOf(here, caller), cost) ? cost : null;
}
