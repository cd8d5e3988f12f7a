import { DAY_MS, isConflict } from '@rastro/base';
import { isShared, type DrivingEventItem, type User } from '@rastro/fleet';
import { MAX_CASE_DAYS, type CoachingCase } from '@rastro/fleet/coaching';
import type { CoachingCaseBody } from '@rastro/fleet/schemas';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { caseOf, casePut, casesBetween, type NamedEvent } from './case-store.ts';
import { coachingErrors, type CoachingContext, type CoachingDeps } from './coaching-deps.ts';
import { findEvent } from './find-event.ts';

/** Without a period. */
const USUAL_DAYS = 30;

/** Cases of vehicles that the caller sees. */
export const listCases = (deps: CoachingDeps): ExtensionHandler<'GET /coaching/cases'> =>
  withTrackingApi(deps, async ({ storage, trackingApi, clock }, { caller, query }) => {
    const to = query.to ?? clock.now();
    const from = query.from ?? to - USUAL_DAYS * DAY_MS;
    if (to - from > MAX_CASE_DAYS * DAY_MS) return coachingErrors.longPeriod();
    const found = await casesBetween(storage, from, to);
    if (found.length === 0) return { status: 200, body: [] };
    const seen = new Set((await trackingApi.devices(caller, soon())).map(({ id }) => id));
    return { status: 200, body: found.filter(({ deviceId }) => seen.has(deviceId)) };
  });

/** Writes a case; of an event that has none it makes one. */
export const writeCase = (deps: CoachingDeps): ExtensionHandler<'PUT /coaching/cases'> =>
  withTrackingApi(deps, async (here, { caller, body }) => {
    const opened = await openCase(here, caller, body);
    if ('error' in opened) return opened.error;
    const { coachingCase: before } = opened;
    if (before.version !== body.version) return coachingErrors.changed();
    const assigneeName = await assigneeOf(here, caller, before, body);
    if (assigneeName === null) return coachingErrors.notTheirs();
    const { state, assigneeId, note } = body;
    const doneAt = before.doneAt ?? new Date(here.clock.now()).toISOString();
    const isDone = state === 'done';
    const next = {
      ...before,
      state,
      assigneeId,
      assigneeName,
      note: note ?? '',
      doneAt: isDone ? doneAt : null,
    };
    return storeCase(here, next);
  });

/** @returns what is stored now; another write came first = a conflict. */
async function storeCase({ storage }: CoachingContext, next: CoachingCase): Promise<ExtensionReply> {
  try {
    await storage.commit({ put: [casePut(next)] });
  } catch (error) {
    if (isConflict(error)) return coachingErrors.changed();
    throw error;
  }
  return { status: 200, body: { ...next, version: next.version + 1 } };
}

/**
 * Case of an event of a vehicle that the caller sees; a new one, version 0, when nobody has done anything yet. One whose
 * event is gone from history stays a case.
 */
export async function openCase(
  here: CoachingContext,
  caller: User,
  named: NamedEvent,
): Promise<
  | { readonly coachingCase: CoachingCase; readonly event: DrivingEventItem | null }
  | { readonly error: ExtensionReply }
> {
  const { storage, trackingApi } = here;
  if (!(await trackingApi.device(caller.id, named.deviceId, soon())))
    return { error: coachingErrors.noEvent() };
  const found = await findEvent(here, caller.id, named);
  if ('error' in found) return found;
  const stored = await caseOf(storage, named);
  if (stored) return { coachingCase: stored, event: found.event };
  return found.event
    ? { coachingCase: newCase(found.event), event: found.event }
    : { error: coachingErrors.noEvent() };
}

/** Case that nobody has done anything about. */
export const newCase = (event: DrivingEventItem): CoachingCase => ({
  deviceId: event.deviceId,
  deviceName: event.deviceName,
  kind: event.kind,
  startTime: event.startTime,
  endTime: event.endTime,
  isSevere: event.isSevere,
  driverUniqueId: event.driverUniqueId,
  driverName: event.driverName,
  state: 'open',
  assigneeId: 0,
  assigneeName: '',
  note: '',
  doneAt: null,
  contest: null,
  version: 0,
});

/** Name of whom a case is assigned to: the caller, or somebody below, who sees the vehicle. Null = it may not be. */
async function assigneeOf(
  { trackingApi }: CoachingContext,
  caller: User,
  before: CoachingCase,
  { assigneeId, deviceId }: CoachingCaseBody,
): Promise<string | null> {
  if (assigneeId === 0) return '';
  if (assigneeId === before.assigneeId) return before.assigneeName;
  if (assigneeId === caller.id) return caller.name;
  if (!(await trackingApi.answersFor(caller.id, assigneeId, soon()))) return null;
  const found = await trackingApi.as(caller.id).users.read(assigneeId, soon());
  if (!found.ok || found.value.disabled || isShared(found.value)) return null;
  return (await trackingApi.device(assigneeId, deviceId, soon())) ? found.value.name : null;
}
