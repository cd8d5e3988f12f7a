import { MINUTE_MS } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { storedCheckIn, storedErasure, storedMovement, type StoredErasure } from '@rastro/fleet/schemas';
import { withoutDriver, withoutUser } from './erase-coaching.ts';
import type { ExtensionBatch, NewAction } from '@rastro/storage';
import type { ApiFailure } from '@rastro/tracking-client';
import { withTrackingApi, soon, unreachable } from '../with-tracking-api.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { hasDocuments } from '../has-documents.ts';
import type { Job } from '../job.ts';
import { rewriteDocuments } from '../rewrite-documents.ts';
import {
  usersBelow,
  userBelow,
  subjectErrors,
  type SubjectContext,
  type SubjectDeps,
} from './subject-deps.ts';

const KIND = 'erasure';
const PAGE = 200;
const DONE: ExtensionReply = { status: 204, body: '' };
const keyOf = ({ subject, id }: StoredErasure): string => `${subject}/${id}`;

/** Reason why a user may not be erased; null = none. */
export async function barrier(
  { trackingApi }: SubjectContext,
  caller: User,
  user: User,
): Promise<ExtensionReply | null> {
  if (user.id === caller.id) return subjectErrors.oneself();
  if (user.administrator) return subjectErrors.administrator();
  const below = await usersBelow(trackingApi, caller.id, user.id);
  return below.length > 0 ? subjectErrors.usersBelow(below.length) : null;
}

export const eraseUser = (deps: SubjectDeps): ExtensionHandler<'POST /users/:id/erasure'> =>
  withTrackingApi(deps, async (here, { caller, address, params: { id }, body: { name } }) => {
    const found = await userBelow(here, caller, id);
    if ('error' in found) return found.error;
    const error = await barrier(here, caller, found.user);
    if (error) return error;
    if (name.trim() !== found.user.name.trim()) return subjectErrors.otherName();
    return begin(here, { subject: 'user', id, by: caller.id, address, uniqueId: '' });
  });

export const eraseDriver = (deps: SubjectDeps): ExtensionHandler<'POST /drivers/:id/erasure'> =>
  withTrackingApi(deps, async (here, { caller, address, params: { id }, body: { name } }) => {
    const driver = await here.trackingApi.driver(caller.id, id, soon());
    if (!driver) return subjectErrors.noDriver();
    if (name.trim() !== driver.name.trim()) return subjectErrors.otherName();
    return begin(here, { subject: 'driver', id, by: caller.id, address, uniqueId: driver.uniqueId });
  });

/** Stores the plan of an erasure, then carries it out: the job continues it after a kill. */
async function begin(here: SubjectContext, erasure: StoredErasure): Promise<ExtensionReply> {
  const { storage, log, clock } = here;
  const { subject: objectType, id: objectId, by: userId, address } = erasure;
  const time = { userId, address, actionTime: clock.now() };
  const action: NewAction = { ...time, actionType: 'erase', objectType, objectId, attributes: {} };
  await storage.commit({
    put: [{ kind: KIND, key: keyOf(erasure), body: erasure, replaces: null }],
    actions: log ? [] : [action],
  });
  await log?.appendActions([action]);
  return complete(here, erasure);
}

/** From the account on; each step may be done again. */
async function complete(here: SubjectContext, erasure: StoredErasure): Promise<ExtensionReply> {
  const failure = await (erasure.subject === 'user'
    ? closeAccount(here, erasure)
    : closeDriver(here, erasure));
  if (failure && (failure.status >= 500 || failure.status === 0)) return unreachable();
  const done: ExtensionBatch = { remove: [{ kind: KIND, key: keyOf(erasure), replaces: null }] };
  if (failure) {
    await here.storage.commit(done);
    return subjectErrors.notErased(failure.message);
  }
  await (erasure.subject === 'user' ? forgetUser(here, erasure.id) : forgetDriver(here, erasure));
  await here.storage.commit(done);
  return DONE;
}

const isGone = ({ status, message }: ApiFailure): boolean =>
  status === 404 || (status === 400 && /not found|unknown/i.test(message));

async function closeAccount(
  { trackingApi }: SubjectContext,
  { id, by }: StoredErasure,
): Promise<ApiFailure | null> {
  const removed = await trackingApi.as(by).users.remove(id, soon());
  return removed.ok || isGone(removed.error) ? null : removed.error;
}

async function closeDriver(
  here: SubjectContext,
  { id, by, address }: StoredErasure,
): Promise<ApiFailure | null> {
  await here.logins.takeAccess({ callerId: by, address, driverId: id });
  const removed = await here.trackingApi.as(by).drivers.remove(id, soon());
  return removed.ok || isGone(removed.error) ? null : removed.error;
}

/** Removes the user's name from records that belong to others or have to be retained. */
async function forgetUser(
  { storage, logs, accessLog, walls, orders, hours, inspections }: SubjectContext,
  id: number,
): Promise<void> {
  const nobody = `#${id}`;
  for (const log of logs) await log.forgetSubject(['user', 'managedUser'], id);
  await accessLog.flush();
  await storage.renameReader(id, nobody);
  for (const { ownerId, name } of await storage.privateValues())
    if (ownerId === id) await storage.removePrivateValue(ownerId, name);
  for (const kind of ['acknowledgedEvents', 'layouts', 'defaultLayout'])
    await storage.commit({ remove: [{ kind, key: String(id), replaces: null }] });
  await rewriteDocuments(storage, { kind: 'coachingCase', change: (body) => withoutUser(body, id) });
  await orders.forgetUser(id);
  await hours.forgetUser(id);
  await inspections.forgetUser(id);
  await walls.forget(id);
  for (const kind of ['stockMovement', 'stockMovementOfDevice'])
    await rewriteDocuments(storage, {
      kind,
      change: (body) => {
        const movement = storedMovement.parse(body);
        const isMatch = movement.userId === id && movement.userName !== nobody;
        return isMatch ? { ...movement, userName: nobody } : null;
      },
    });
}

async function forgetDriver(
  { storage, logs, orders, costs, hours, inspections }: SubjectContext,
  { id, uniqueId }: StoredErasure,
): Promise<void> {
  const nobody = `#${id}`;
  for (const log of logs) await log.forgetSubject(['driver'], id);
  await rewriteDocuments(storage, {
    kind: 'qrHistory',
    change: (body) => {
      const checkIn = storedCheckIn.parse(body);
      const isMatch = checkIn.driverId === id && checkIn.driverName !== nobody;
      return isMatch ? { ...checkIn, driverName: nobody, driverUniqueId: '' } : null;
    },
  });
  await rewriteDocuments(storage, {
    kind: 'coachingCase',
    change: (body) => withoutDriver(body, { id, uniqueId }),
  });
  await orders.forgetDriver({ id, uniqueId });
  await costs.forgetDriver({ id, uniqueId });
  await hours.forgetDriver({ id });
  await inspections.forgetDriver({ id, uniqueId });
  await storage.commit({ remove: [{ kind: 'qrDriver', key: String(id), replaces: null }] });
}

/** Continues erasures of a process that died. */
export const erasureJob = (deps: SubjectDeps): Job => ({
  name: 'persons.erase',
  everyMs: MINUTE_MS,
  due: (done, now) => {
    const minute = now - (now % MINUTE_MS);
    return done === null || done < minute ? [minute] : [];
  },
  isIdle: async () => !(await hasDocuments(deps.storage, KIND)),
  perform: async () => {
    const { trackingApi } = deps;
    if (!trackingApi) return {};
    for await (const page of deps.storage.documents({ kind: KIND, prefix: '', pageSize: PAGE }))
      for (const { body } of page) await complete({ ...deps, trackingApi }, storedErasure.parse(body));
    return {};
  },
});
