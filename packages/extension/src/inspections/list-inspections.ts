import { DAY_MS } from '@rastro/base';
import { INSPECTION_RESULTS } from '@rastro/fleet/inspections';
import type { ExtensionHandler } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { forMembers, inspectionErrors, type InspectionDeps } from './inspection-deps.ts';
import { inspectionIn, INSPECTIONS } from './inspection-store.ts';
import { listPage } from './list-page.ts';
import { missedPage } from './missed-page.ts';
import { seenInspection } from './write-inspections.ts';

const USUAL_MS = 7 * DAY_MS;
const LONGEST_MS = 93 * DAY_MS;

/** Inspections in pages. */
export const listInspections = (deps: InspectionDeps): ExtensionHandler<'GET /inspections'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const page = await listPage(here, caller, { kind: INSPECTIONS, states: query.result, query });
      if (page === null) return inspectionErrors.invalid('after is not the next of a page');
      const { documents, next, countOf } = page;
      const body = {
        inspections: documents.map(inspectionIn),
        next,
        counts: INSPECTION_RESULTS.map((result) => ({ result, count: countOf(result) })),
      };
      return { status: 200, body };
    }),
  );

export const readInspection = (deps: InspectionDeps): ExtensionHandler<'GET /inspections/:id'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params }) => {
      const found = await seenInspection(here, caller, params.id);
      return found === null ? inspectionErrors.unknown() : { status: 200, body: found.inspection };
    }),
  );

/** Shifts without the inspections that were due, in pages. */
export const listMissed = (deps: InspectionDeps): ExtensionHandler<'GET /missed-inspections'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const to = Math.min(query.to ?? Infinity, here.clock.now());
      const from = query.from ?? to - USUAL_MS;
      if (to < from) return inspectionErrors.invalid('to is before from');
      if (to - from > LONGEST_MS) return inspectionErrors.longPeriod();
      const page = await missedPage(here, caller, { from, to, query });
      return page === null
        ? inspectionErrors.invalid('after is not the next of a page')
        : { status: 200, body: page };
    }),
  );
