import { retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { isInSight, sightOf } from '../companies.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import {
  forMembers,
  inspectionErrors,
  type InspectionContext,
  type InspectionDeps,
} from './inspection-deps.ts';
import { detailOf, inspectionRemovals, revisionOf, type VersionedInspection } from './inspection-store.ts';
import { judged, takeInspection } from './take-inspection.ts';

/** An inspection that a user has filled in at a desk or beside the vehicle. */
export const makeInspection = (deps: InspectionDeps): ExtensionHandler<'POST /inspections'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, body }) => {
      const { seen } = await here.companiesOf(caller);
      const checklist = await revisionOf(here.storage, body.checklistId, body.revision);
      if (checklist === null || !(seen?.includes(checklist.ownerId) ?? true))
        return inspectionErrors.noChecklist();
      const device = await here.trackingApi.device(caller.id, body.deviceId, soon());
      if (device === null) return inspectionErrors.noVehicle();
      const now = here.clock.now();
      if (Date.parse(body.finishedAt) > now + CLOCK_TOLERANCE_MS)
        return inspectionErrors.invalid('finishedAt: is still to come');
      const is = judged(checklist, body);
      const [problem] = is.problems;
      if (problem !== undefined)
        return inspectionErrors.missing(`answers: item ${problem.itemId} is ${problem.problem}`);
      const taken = await takeInspection(here.storage, {
        body,
        checklist,
        judged: is,
        deviceName: device.name,
        by: { by: 'operator', userId: caller.id, userName: caller.name, driverUniqueId: '' },
        seenAt: new Date(now).toISOString(),
      });
      if (taken === null) return inspectionErrors.unknown();
      return { status: taken.isKnown ? 200 : 201, body: taken.inspection };
    }),
  );
/** A clock that is off by less is right. */
export const CLOCK_TOLERANCE_MS = 60_000;

export const removeInspection = (deps: InspectionDeps): ExtensionHandler<'DELETE /inspections/:id'> =>
  forMembers(
    withTrackingApi(deps, (here, { caller, params }) =>
      retryOnConflict(async () => {
        const found = await seenInspection(here, caller, params.id);
        if (found === null) return inspectionErrors.unknown();
        await here.storage.commit({ remove: inspectionRemovals(found) });
        return { status: 204, body: '' };
      }),
    ),
  );

/** An inspection that the caller sees. Null = there is none, or it is not theirs. */
export async function seenInspection(
  here: InspectionContext,
  caller: User,
  id: number,
): Promise<VersionedInspection | null> {
  const found = await detailOf(here.storage, id);
  return found && isInSight(await sightOf(here, caller), found.inspection) ? found : null;
}
