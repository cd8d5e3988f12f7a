import { retryOnConflict } from '@rastro/base';
import type { InspectionDetail } from '@rastro/fleet/inspections';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import {
  forMembers,
  inspectionErrors,
  type InspectionContext,
  type InspectionDeps,
} from './inspection-deps.ts';
import { answersPut, detailOf, pictureOf, picturePut } from './inspection-store.ts';
import { seenInspection } from './write-inspections.ts';

const DONE: ExtensionReply = { status: 204, body: '' };
/** Only who may see the inspection; for a while, because it never changes. */
const CACHED = 'private, max-age=3600';

/** Takes a picture that an inspection of the caller has named. */
export const takeInspectionPicture = (
  deps: InspectionDeps,
): ExtensionHandler<'POST /inspections/:id/pictures/:picture'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params, body }) => {
      const found = await seenInspection(here, caller, params.id);
      if (found?.inspection.userId !== caller.id) return inspectionErrors.noPicture();
      const picture = { inspectionId: params.id, id: params.picture };
      return storePicture(here, { ...picture, ownerId: found.inspection.ownerId, body });
    }),
  );

interface Sent {
  readonly inspectionId: number;
  /** Of the picture. */
  readonly id: string;
  /** Account whose pictures wait in one queue. */
  readonly ownerId: number;
  readonly body: unknown;
}
/** Encodes and stores a picture; one that nobody can read is noted, and is not sent again. */
export async function storePicture(
  here: InspectionContext,
  { inspectionId, id, ownerId, body }: Sent,
): Promise<ExtensionReply> {
  if (!(body instanceof Uint8Array)) return inspectionErrors.unreadable();
  const now = await detailOf(here.storage, inspectionId);
  const state = now && stateOf(now.inspection, id);
  if (state === null) return inspectionErrors.noPicture();
  if (state === 'there') return DONE;
  const encoded = await here.queue.run(ownerId, async () => ({ made: await here.picture(body) }));
  if (encoded === null) return inspectionErrors.busy();
  const { made } = encoded;
  return retryOnConflict(async () => {
    const found = await detailOf(here.storage, inspectionId);
    const before = found && stateOf(found.inspection, id);
    if (found === null || before === null) return inspectionErrors.noPicture();
    if (before === 'there') return DONE;
    const next = withPicture(found.inspection, id, made === null ? 'unreadable' : 'there');
    const put = made === null ? [] : [picturePut(inspectionId, id, made)];
    await here.storage.commit({ put: [...put, answersPut(next, found.version)] });
    return made === null ? inspectionErrors.unreadable() : DONE;
  });
}

type State = InspectionDetail['answers'][number]['pictures'][number]['state'];
/** Null = no answer has named it. */
const stateOf = ({ answers }: InspectionDetail, picture: string): State | null =>
  answers.flatMap(({ pictures }) => pictures).find(({ id }) => id === picture)?.state ?? null;
const withPicture = (inspection: InspectionDetail, picture: string, state: State): InspectionDetail => ({
  ...inspection,
  answers: inspection.answers.map((answer) => ({
    ...answer,
    pictures: answer.pictures.map((each) => (each.id === picture ? { ...each, state } : each)),
  })),
});

export const readInspectionPicture = (
  deps: InspectionDeps,
): ExtensionHandler<'GET /inspections/:id/pictures/:picture'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params }) => {
      if ((await seenInspection(here, caller, params.id)) === null) return inspectionErrors.unknown();
      const found = await pictureOf(here.storage, params.id, params.picture);
      if (!found) return inspectionErrors.noPicture();
      const headers = { 'content-type': found.type, 'cache-control': CACHED };
      return { status: 200, headers, body: found.bytes };
    }),
  );
