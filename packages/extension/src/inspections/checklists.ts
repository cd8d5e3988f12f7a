import { isConflict, retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { Checklist } from '@rastro/fleet/inspections';
import { inSight, isInSight, sightOf } from '../companies.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { pageByName } from '../page-by-name.ts';
import { nextNumbers } from '../next-numbers.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import {
  forMembers,
  inspectionErrors,
  type InspectionContext,
  type InspectionDeps,
} from './inspection-deps.ts';
import {
  CHECKLIST_COUNTER,
  checklistIn,
  checklistOf,
  checklistPuts,
  checklistRemoval,
  CHECKLISTS,
} from './inspection-store.ts';

/** Checklists in pages, by name. */
export const listChecklists = (deps: InspectionDeps): ExtensionHandler<'GET /checklists'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const asked = { kind: CHECKLISTS, ...inSight(await sightOf(here, caller), []) };
      const page = await pageByName(here.storage, asked, query);
      if (page === null) return inspectionErrors.invalid('after is not the next of a page');
      const checklists = page.documents.map(checklistIn);
      return { status: 200, body: { checklists, next: page.next } };
    }),
  );

export const makeChecklist = (deps: InspectionDeps): ExtensionHandler<'POST /checklists'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, body }) => {
      const { own: ownerId } = await here.companiesOf(caller);
      const changedTime = new Date(here.clock.now()).toISOString();
      return retryOnConflict(async () => {
        const { first: id, put } = await nextNumbers(here.storage, { kind: CHECKLIST_COUNTER, count: 1 });
        const checklist: Checklist = { ...body, id, version: 0, ownerId, revision: 1, changedTime };
        await here.storage.commit({ put: [...checklistPuts(checklist), put] });
        return { status: 200, body: { ...checklist, version: 1 } };
      });
    }),
  );

export const changeChecklist = (deps: InspectionDeps): ExtensionHandler<'PUT /checklists/:id'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params, body: { version, ...content } }) => {
      const before = await seenChecklist(here, caller, params.id);
      if (before === null) return inspectionErrors.noChecklist();
      if (before.version !== version) return inspectionErrors.checklistChanged();
      const changedTime = new Date(here.clock.now()).toISOString();
      const next = { ...before, ...content, revision: before.revision + 1, changedTime };
      try {
        await here.storage.commit({ put: checklistPuts(next) });
      } catch (error) {
        if (isConflict(error)) return inspectionErrors.checklistChanged();
        throw error;
      }
      return { status: 200, body: { ...next, version: version + 1 } };
    }),
  );

export const removeChecklist = (deps: InspectionDeps): ExtensionHandler<'DELETE /checklists/:id'> =>
  forMembers(
    withTrackingApi(deps, (here, { caller, params }) =>
      // Whoever removes it means it, whatever was changed meanwhile.
      retryOnConflict(async () => {
        const checklist = await seenChecklist(here, caller, params.id);
        if (checklist === null) return inspectionErrors.noChecklist();
        await here.storage.commit({ remove: [checklistRemoval(checklist)] });
        return { status: 204, body: '' };
      }),
    ),
  );

/** A checklist that the caller sees. Null = there is none, or it is not theirs. */
async function seenChecklist(here: InspectionContext, caller: User, id: number): Promise<Checklist | null> {
  const checklist = await checklistOf(here.storage, id);
  if (checklist === null) return null;
  const { ownerId } = checklist;
  return isInSight(await sightOf(here, caller), { ownerId, deviceId: 0 }) ? checklist : null;
}
