import { DAY_MS } from '@rastro/base';
import { foldText } from '@rastro/fleet';
import { INSPECTION_RESULTS } from '@rastro/fleet/inspections';
import type { ListingFilter } from '@rastro/storage';
import { inSight, sightOf } from '../companies.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { cursorIn, pageLimit, writtenCursor } from '../listing-cursor.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { forMembers, inspectionErrors, type InspectionDeps } from './inspection-deps.ts';
import { inspectionIn, INSPECTIONS } from './inspection-store.ts';
import { missedInspections } from './missed.ts';
import { seenInspection } from './write-inspections.ts';

const USUAL_MS = 7 * DAY_MS;
const LONGEST_MS = 93 * DAY_MS;

/** Inspections in pages. */
export const listInspections = (deps: InspectionDeps): ExtensionHandler<'GET /inspections'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const isText = query.sort === 'vehicle';
      const after = cursorIn(query.after, isText);
      if (after === undefined) return inspectionErrors.invalid('after is not the next of a page');
      const filter: ListingFilter = {
        kind: INSPECTIONS,
        ...inSight(await sightOf(here, caller), query.deviceId),
        states: null,
        from: query.from,
        to: query.to,
        text: query.text === null ? null : foldText(query.text),
      };
      const [page, sums] = await Promise.all([
        here.storage.listedDocuments({
          ...filter,
          states: query.result.length > 0 ? query.result : null,
          sort: isText ? 'text' : 'at',
          isDescending: query.descending,
          after,
          limit: pageLimit(query.limit),
        }),
        here.storage.listedSums(filter),
      ]);
      const count = (result: string): number =>
        sums.reduce((sum, each) => sum + (each.state === result ? each.count : 0), 0);
      const body = {
        inspections: page.documents.map(inspectionIn),
        next: page.next && writtenCursor(page.next),
        counts: INSPECTION_RESULTS.map((result) => ({ result, count: count(result) })),
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

/** Shifts without the inspections that were due. */
export const listMissed = (deps: InspectionDeps): ExtensionHandler<'GET /missed-inspections'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const to = Math.min(query.to ?? Infinity, here.clock.now());
      const from = query.from ?? to - USUAL_MS;
      if (to < from) return inspectionErrors.invalid('to is before from');
      if (to - from > LONGEST_MS) return inspectionErrors.longPeriod();
      return {
        status: 200,
        body: await missedInspections(here, caller, { from, to, asked: query.deviceId }),
      };
    }),
  );
