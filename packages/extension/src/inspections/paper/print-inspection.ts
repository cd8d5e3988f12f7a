import { isTimeZone } from '@rastro/fleet';
import type { Defect, InspectionDetail } from '@rastro/fleet/inspections';
import type { ExtensionHandler } from '../../extension-route.ts';
import { threadPrinter } from '../../print-in-thread.ts';
import { withTrackingApi } from '../../with-tracking-api.ts';
import {
  forMembers,
  inspectionErrors,
  type InspectionDeps,
  type InspectionStorage,
} from '../inspection-deps.ts';
import { defectOf, pictureOf } from '../inspection-store.ts';
import { seenInspection } from '../write-inspections.ts';
import type { InspectionPaper } from './inspection-paper.ts';
import { writePaper } from './write-paper.ts';

/** An inspection as PDF, for whoever may see it, under the brand of its company. */
export function printInspection(deps: InspectionDeps): ExtensionHandler<'GET /inspections/:id/pdf'> {
  const print: (paper: InspectionPaper) => Promise<Uint8Array | null> = threadPrinter(
    new URL('./paper-thread.ts', import.meta.url),
  );
  return forMembers(
    withTrackingApi(deps, async (here, { caller, params, query }) => {
      const { zone } = query;
      if (zone !== null && !isTimeZone(zone)) return inspectionErrors.invalid('zone: is no time zone');
      const found = await seenInspection(here, caller, params.id);
      if (found === null) return inspectionErrors.unknown();
      const { inspection } = found;
      const reader = await here.readerOf(caller);
      const [brand, defects, pictures] = await Promise.all([
        here.brandOf(inspection.ownerId),
        defectsFound(here.storage, inspection),
        picturesOf(here.storage, inspection),
      ]);
      const bytes = await print(
        writePaper({
          inspection,
          defects,
          pictures,
          brand,
          reader: { ...reader, zone: zone ?? reader.zone },
          now: here.clock.now(),
        }),
      );
      if (bytes === null) return inspectionErrors.busy();
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="inspection-${inspection.id}.pdf"`,
      };
      return { status: 200, headers, body: Buffer.from(bytes) };
    }),
  );
}

/** Defects that an inspection found, or found again, in the order of its questions. */
async function defectsFound(
  storage: InspectionStorage,
  { answers }: InspectionDetail,
): Promise<readonly Defect[]> {
  const ids = [...new Set(answers.map(({ defectId }) => defectId))].filter((id) => id > 0);
  const found = await Promise.all(ids.map((id) => defectOf(storage, id)));
  return found.filter((each) => each !== null);
}

/** Pictures that have arrived, by id. An inspection has a limited number of them. */
async function picturesOf(
  storage: InspectionStorage,
  { id: inspectionId, answers }: InspectionDetail,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  for (const { id, state } of answers.flatMap((answer) => answer.pictures)) {
    const found = state === 'there' ? await pictureOf(storage, inspectionId, id) : null;
    if (found !== null) pictures.set(id, found.bytes);
  }
  return pictures;
}
