import { isConflict, retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { DEFECT_STATES, isReleaseEnd, stepDefect, type Defect } from '@rastro/fleet/inspections';
import { isInSight, sightOf } from '../companies.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import {
  forMembers,
  inspectionErrors,
  type InspectionContext,
  type InspectionDeps,
} from './inspection-deps.ts';
import { listPage } from './list-page.ts';
import { defectIn, defectOf, defectPut, DEFECTS } from './inspection-store.ts';

/** Defects in pages. */
export const listDefects = (deps: InspectionDeps): ExtensionHandler<'GET /defects'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const page = await listPage(here, caller, { kind: DEFECTS, states: query.state, query });
      if (page === null) return inspectionErrors.invalid('after is not the next of a page');
      const { documents, next, countOf } = page;
      const body = {
        defects: documents.map(defectIn),
        next,
        counts: DEFECT_STATES.map((state) => ({ state, count: countOf(state) })),
      };
      return { status: 200, body };
    }),
  );

export const readDefect = (deps: InspectionDeps): ExtensionHandler<'GET /defects/:id'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params }) => {
      const found = await seenDefect(here, caller, params.id);
      return found === null ? inspectionErrors.noDefect() : { status: 200, body: found };
    }),
  );

/** A step of the workshop, as somebody reports it. */
export const reportDefectStep = (deps: InspectionDeps): ExtensionHandler<'POST /defects/:id/steps'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params, body: { version, ...step } }) =>
      retryOnConflict(async () => {
        const before = await seenDefect(here, caller, params.id);
        if (before === null) return inspectionErrors.noDefect();
        if (before.steps.some(({ id }) => id === step.id)) return { status: 200, body: before };
        if (before.version !== version) return inspectionErrors.defectChanged();
        const now = here.clock.now();
        if (step.kind === 'release' && !isReleaseEnd(Date.parse(step.releasedUntil ?? ''), now))
          return inspectionErrors.invalid('releasedUntil: is past, or more than a day ahead');
        const next = stepDefect(before, {
          ...step,
          at: new Date(now).toISOString(),
          userId: caller.id,
          userName: caller.name,
        });
        if (next === null) return inspectionErrors.defectChanged();
        await here.storage.commit({ put: [defectPut(next)] });
        return { status: 200, body: { ...next, version: version + 1 } };
      }).catch((error: unknown) => {
        if (isConflict(error)) return inspectionErrors.defectChanged();
        throw error;
      }),
    ),
  );

/** A defect that the caller sees. Null = there is none, or it is not theirs. */
async function seenDefect(here: InspectionContext, caller: User, id: number): Promise<Defect | null> {
  const defect = await defectOf(here.storage, id);
  return defect && isInSight(await sightOf(here, caller), defect) ? defect : null;
}
