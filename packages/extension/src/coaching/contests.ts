import { DAY_MS, retryOnConflict } from '@rastro/base';
import type { DrivingEventItem, User } from '@rastro/fleet';
import { CONTEST_DAYS, type CoachingCase, type Contest } from '@rastro/fleet/coaching';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { caseOf, casePut, withdrawnPut, type NamedEvent } from './case-store.ts';
import { newCase, openCase } from './cases.ts';
import { coachingErrors, type CoachingContext, type CoachingDeps } from './coaching-deps.ts';
import { findEvent } from './find-event.ts';

/** Somebody contests in the name of a driver. */
export const contestForDriver = (deps: CoachingDeps): ExtensionHandler<'POST /coaching/contests'> =>
  withTrackingApi(deps, async (here, { caller, body }) => {
    const opened = await openCase(here, caller, body);
    if ('error' in opened) return opened.error;
    if (!opened.event) return coachingErrors.noEvent();
    return contest(here, opened.event, { reason: body.reason ?? '', by: caller, isByDriver: false });
  });

/** The signed-in driver contests an event of their own; one of another driver is not there for them. */
export const contestOwn = (deps: CoachingDeps): ExtensionHandler<'POST /qr-driver/contests'> =>
  withTrackingApi(deps, async (here, { caller, body }) => {
    const signedIn = await here.driverOf(caller);
    if (!signedIn) return coachingErrors.noDriver();
    const { ownerId, driverId } = signedIn;
    const driver = await here.trackingApi.driver(ownerId, driverId, soon());
    if (!driver) return coachingErrors.noDriver();
    const queued = await here.queue.run(ownerId, () => findEvent(here, ownerId, body, driver.uniqueId));
    if (queued === null) return coachingErrors.busy();
    if ('error' in queued) return queued.error;
    const { event } = queued;
    if (event?.driverUniqueId !== driver.uniqueId) return coachingErrors.noEvent();
    const done = await contest(here, event, { reason: body.reason ?? '', by: caller, isByDriver: true });
    return done.status === 200 ? { status: 204, body: '' } : done;
  });

interface Contesting {
  readonly reason: string;
  readonly by: Pick<User, 'id' | 'name'>;
  readonly isByDriver: boolean;
}
/** Whether an event can be contested now; null = it can. */
export function contestBarrier(
  { endTime, source, isWithdrawn }: Pick<DrivingEventItem, 'endTime' | 'source' | 'isWithdrawn'>,
  stored: CoachingCase | null,
  now: number,
): ExtensionReply | null {
  if (source === 'partly' || isWithdrawn) return coachingErrors.countsNot();
  if (stored !== null && stored.contest !== null) return coachingErrors.isContested();
  return now - Date.parse(endTime) > CONTEST_DAYS * DAY_MS ? coachingErrors.tooOld() : null;
}

const contest = (
  { storage, clock }: CoachingContext,
  event: DrivingEventItem,
  { reason, by, isByDriver }: Contesting,
): Promise<ExtensionReply> =>
  retryOnConflict(async () => {
    const stored = await caseOf(storage, event);
    const barrier = contestBarrier(event, stored, clock.now());
    if (barrier) return barrier;
    const begun: Contest = {
      state: 'waiting',
      reason,
      isByDriver,
      byId: by.id,
      byName: by.name,
      at: new Date(clock.now()).toISOString(),
      answeredById: 0,
      answeredByName: '',
      answeredAt: null,
      answer: '',
    };
    const next: CoachingCase = { ...(stored ?? newCase(event)), contest: begun };
    await storage.commit({ put: [casePut(next)] });
    return { status: 200, body: { ...next, version: next.version + 1 } };
  });

/** Accepts a contest, and the event counts no more from the same moment on; or declines it with a reason. */
export const answerContest = (deps: CoachingDeps): ExtensionHandler<'PUT /coaching/contests/answer'> =>
  withTrackingApi(deps, async (here, { caller, body }) => {
    const opened = await openCase(here, caller, body);
    if ('error' in opened) return opened.error;
    const { state, answer } = body;
    return retryOnConflict(async () => {
      const stored = await caseOf(here.storage, body satisfies NamedEvent);
      if (stored?.contest?.state !== 'waiting') return coachingErrors.noContest();
      const answered: Contest = {
        ...stored.contest,
        state,
        answer: answer ?? '',
        answeredById: caller.id,
        answeredByName: caller.name,
        answeredAt: new Date(here.clock.now()).toISOString(),
      };
      const next: CoachingCase = { ...stored, contest: answered };
      const taken = state === 'accepted' ? [await withdrawnPut(here.storage, next)] : [];
      await here.storage.commit({ put: [casePut(next), ...taken] });
      return { status: 200, body: { ...next, version: next.version + 1 } };
    });
  });
