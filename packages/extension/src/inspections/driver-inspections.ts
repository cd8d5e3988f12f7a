import { DAY_MS } from '@rastro/base';
import { QR_MAX_CLOCK_SKEW_MS } from '@rastro/fleet';
import {
  blocksAt,
  isForCategory,
  SHIFT_MARGIN_MS,
  SIGNED_STATES,
  UNREPAIRED_STATES,
  type Defect,
  type DriverInspectionAnswer,
  type DriverInspections,
  type InspectionDetail,
} from '@rastro/fleet/inspections';
import type { InspectionBody, StoredCheckIn } from '@rastro/fleet/schemas';
import type { ExtensionHandler } from '../extension-route.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { inspectionErrors, type InspectionContext, type InspectionDeps } from './inspection-deps.ts';
import { storePicture } from './inspection-pictures.ts';
import {
  defectsOfVehicle,
  idOfKey,
  inspectionIn,
  inspectionOf,
  INSPECTIONS,
  revisionOf,
} from './inspection-store.ts';
import { checklistsOf } from './missed.ts';
import { judged, takeInspection } from './take-inspection.ts';
import { CLOCK_TOLERANCE_MS } from './write-inspections.ts';

/** A check-in that is searched for began so long before at most. */
const LONGEST_CHECK_IN_MS = 7 * DAY_MS;
const AT_ONCE = 100;
const NOTHING: DriverInspections = { deviceId: 0, deviceName: '', checklists: [], done: [], defects: [] };

/** Checklists and defects of the vehicle of a driver; after the check-out, what may be filled in after the shift. */
export const readDriverInspections = (deps: InspectionDeps): ExtensionHandler<'GET /qr-driver/inspections'> =>
  withTrackingApi(deps, async (here, { caller }) => {
    const signedIn = await here.driverOf(caller);
    if (!signedIn) return inspectionErrors.noDriver();
    const shift = await shiftOf(here, signedIn.driverId, here.clock.now());
    if (shift === null) return { status: 200, body: NOTHING };
    const { deviceId, deviceName, since, until } = shift;
    const device = await here.trackingApi.device(signedIn.ownerId, deviceId, soon());
    if (device === null) return { status: 200, body: NOTHING };
    const { own } = await here.companiesOf({ id: signedIn.ownerId, administrator: false });
    const checklists = (await checklistsOf(here.storage, own))
      .filter((each) => isForCategory(each, device.category))
      // Whoever has checked out drives no more: nothing comes before the shift.
      .filter(({ phases }) => until === null || phases.includes('after'));
    const body: DriverInspections = {
      deviceId,
      deviceName,
      checklists: checklists.map(({ id, revision, name, phases, blocksCheckIn, items }) => ({
        id,
        revision,
        name,
        phases: until === null ? phases : ['after'],
        blocksCheckIn,
        items,
      })),
      done: await doneSince(here, { ownerId: own, deviceId, since: since - SHIFT_MARGIN_MS }),
      defects: (await openDefects(here, own, deviceId)).map(
        ({ id, itemText, severity, state, note, isBlocking, release }) => ({
          id,
          itemText,
          severity,
          state,
          note,
          isBlocking,
          release,
        }),
      ),
    };
    return { status: 200, body };
  });

const openDefects = (
  { storage }: InspectionContext,
  ownerId: number,
  deviceId: number,
): Promise<readonly Defect[]> =>
  defectsOfVehicle(storage, {
    ownerIds: [ownerId],
    deviceId,
    states: [...UNREPAIRED_STATES, ...SIGNED_STATES],
  });

async function doneSince(
  { storage }: InspectionContext,
  {
    ownerId,
    deviceId,
    since,
  }: { readonly ownerId: number; readonly deviceId: number; readonly since: number },
): Promise<DriverInspections['done']> {
  const page = await storage.listedDocuments({
    kind: INSPECTIONS,
    ownerIds: [ownerId],
    deviceIds: [deviceId],
    states: null,
    from: since,
    to: null,
    text: null,
    sort: 'at',
    isDescending: true,
    after: null,
    limit: AT_ONCE,
  });
  return page.documents.map(inspectionIn).map(({ checklistId, phase }) => ({ checklistId, phase }));
}

type Shift = Pick<
  StoredCheckIn,
  'deviceId' | 'deviceName' | 'driverName' | 'driverUniqueId' | 'since' | 'until'
>;
/** The check-in of a driver at a time, or the last one that ended shortly before. @param deviceId Absent = any. */
async function shiftOf(
  { checkIns }: InspectionContext,
  driverId: number,
  at: number,
  deviceId?: number,
): Promise<Shift | null> {
  const isMatch = (each: StoredCheckIn): boolean =>
    each.driverId === driverId &&
    (deviceId === undefined || each.deviceId === deviceId) &&
    each.since - QR_MAX_CLOCK_SKEW_MS <= at &&
    at <= (each.until ?? at) + SHIFT_MARGIN_MS;
  const { current } = (await checkIns.driver(driverId)).body;
  if (current !== null && isMatch(current)) return current;
  const past = await checkIns.history(
    at - LONGEST_CHECK_IN_MS,
    at + QR_MAX_CLOCK_SKEW_MS,
    new Set([driverId]),
  );
  return past.findLast(isMatch) ?? null;
}

/** An inspection as the phone of a driver sends it, once it has a network. */
export const makeDriverInspection = (deps: InspectionDeps): ExtensionHandler<'POST /qr-driver/inspections'> =>
  withTrackingApi(deps, async (here, { caller, body: { sentAt, inspection: sent } }) => {
    const signedIn = await here.driverOf(caller);
    if (!signedIn) return inspectionErrors.noDriver();
    const { own } = await here.companiesOf({ id: signedIn.ownerId, administrator: false });
    const checklist = await revisionOf(here.storage, sent.checklistId, sent.revision);
    if (checklist?.ownerId !== own) return inspectionErrors.noChecklist();
    const now = here.clock.now();
    const body = inTime(sent, { now, sentAt: Date.parse(sentAt) });
    const shift = await shiftOf(here, signedIn.driverId, Date.parse(body.finishedAt), body.deviceId);
    if (shift === null) return inspectionErrors.notDriven();
    const is = judged(checklist, body);
    const [problem] = is.problems;
    if (problem !== undefined)
      return inspectionErrors.missing(`answers: item ${problem.itemId} is ${problem.problem}`);
    const { driverName: userName, driverUniqueId, deviceName } = shift;
    const taken = await takeInspection(here.storage, {
      body,
      checklist,
      judged: is,
      deviceName,
      by: { by: 'driver', userId: caller.id, userName, driverUniqueId },
      seenAt: new Date(now).toISOString(),
    });
    if (taken === null) return inspectionErrors.unknown();
    const status = taken.isKnown ? 200 : 201;
    return { status, body: await answerTo(here, sent.key, taken.inspection) };
  });

async function answerTo(
  here: InspectionContext,
  key: string,
  { id, ownerId, deviceId, result }: InspectionDetail,
): Promise<DriverInspectionAnswer> {
  const isBlocked = (await openDefects(here, ownerId, deviceId)).some((defect) =>
    blocksAt(defect, here.clock.now()),
  );
  return { id, key, result, isBlocked };
}

/** Times corrected by how wrong the clock of the phone is; nothing has happened that is still to come. */
function inTime(
  body: InspectionBody,
  { now, sentAt }: { readonly now: number; readonly sentAt: number },
): InspectionBody {
  const offset = Math.abs(now - sentAt) > CLOCK_TOLERANCE_MS ? now - sentAt : 0;
  const corrected = (iso: string): string => new Date(Math.min(Date.parse(iso) + offset, now)).toISOString();
  return { ...body, startedAt: corrected(body.startedAt), finishedAt: corrected(body.finishedAt) };
}

/** Takes a picture that an inspection of the driver has named. */
export const takeDriverPicture = (
  deps: InspectionDeps,
): ExtensionHandler<'POST /qr-driver/inspections/:key/pictures/:picture'> =>
  withTrackingApi(deps, async (here, { caller, params, body }) => {
    const signedIn = await here.driverOf(caller);
    if (!signedIn) return inspectionErrors.noDriver();
    const { own } = await here.companiesOf({ id: signedIn.ownerId, administrator: false });
    const id = await idOfKey(here.storage, own, params.key);
    const found = id === null ? null : await inspectionOf(here.storage, id);
    if (found?.userId !== caller.id) return inspectionErrors.noPicture();
    const picture = { inspectionId: found.id, id: params.picture };
    return storePicture(here, { ...picture, ownerId: signedIn.ownerId, body });
  });
