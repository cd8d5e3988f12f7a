import { DAY_MS, HOUR_MS } from '@rastro/base';
import { readCoachingCase, storedCheckIn, storedMovement, storedShare } from '@rastro/fleet/schemas';
import { managesUsers, type Driver, type ErasurePreview, type User } from '@rastro/fleet';
import type {
  InvoiceCursor,
  StoredAction,
  StoredInvoice,
  StoredAccessLogEntry,
  AccessLogSearch,
} from '@rastro/storage';
import type { Answer } from '@rastro/tracking-client';
import { withTrackingApi, soon } from '../with-tracking-api.ts';
import { drivenHours } from '../driven-hours.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import {
  usersBelow,
  userBelow,
  subjectErrors,
  type SubjectContext,
  type SubjectDeps,
} from './subject-deps.ts';

const PAGE = 500;

export const dataOfUser = (deps: SubjectDeps): ExtensionHandler<'GET /users/:id/data'> =>
  withTrackingApi(deps, async (here, { caller, params: { id } }) => {
    const found = await userBelow(here, caller, id);
    if ('error' in found) return found.error;
    const [tracked, stored] = [await trackedOf(here, caller, id), await storedDataOf(here, id)];
    return asFile(`user-${id}`, {
      exportedAt: instant(here.clock.now()),
      account: found.user,
      ...tracked,
      ...stored,
    });
  });

export const dataOfDriver = (deps: SubjectDeps): ExtensionHandler<'GET /drivers/:id/data'> =>
  withTrackingApi(deps, async (here, { caller, params: { id } }) => {
    const driver = await here.trackingApi.driver(caller.id, id, soon());
    if (!driver) return subjectErrors.noDriver();
    const access = await here.logins.accessOf(id);
    return asFile(`driver-${id}`, {
      exportedAt: instant(here.clock.now()),
      driver,
      access: access && { username: access.username },
      checkIns: (await checkInsOf(here, id)).map(({ since, until, ...rest }) => ({
        ...rest,
        since: instant(since),
        until: until === null ? null : instant(until),
      })),
      coaching: (await documentsOf(here, 'coachingCase', readCoachingCase)).filter(
        ({ driverUniqueId }) => driverUniqueId === driver.uniqueId,
      ),
      // As with vehicles: users who manage others see who read their data.
      ...(managesUsers(caller, here.brand) && { seenBy: await seenByOf(here, caller, driver) }),
      done: await actionsOf(here, { objectType: 'driver', objectId: id }),
    });
  });

export const previewOfUser = (deps: SubjectDeps): ExtensionHandler<'GET /users/:id/erasure'> =>
  withTrackingApi(deps, async (here, { caller, params: { id } }) => {
    const found = await userBelow(here, caller, id);
    if ('error' in found) return found.error;
    const { trackingApi } = here;
    const body: ErasurePreview = {
      name: found.user.name,
      people: (await usersBelow(trackingApi, caller.id, id)).length,
      devices: (await trackingApi.devices({ id, administrator: false }, soon())).length,
      invoices: (await invoicesOf(here, id)).length,
      checkIns: 0,
    };
    return { status: 200, body };
  });

export const previewOfDriver = (deps: SubjectDeps): ExtensionHandler<'GET /drivers/:id/erasure'> =>
  withTrackingApi(deps, async (here, { caller, params: { id } }) => {
    const driver = await here.trackingApi.driver(caller.id, id, soon());
    if (!driver) return subjectErrors.noDriver();
    const checkIns = (await checkInsOf(here, id)).length;
    const body: ErasurePreview = { name: driver.name, people: 0, devices: 0, invoices: 0, checkIns };
    return { status: 200, body };
  });

const instant = (at: number): string => new Date(at).toISOString();
const asFile = (name: string, data: object): ExtensionReply => ({
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.json"`,
  },
  body: `${JSON.stringify(data, null, 2)}\n`,
});
type Named = Pick<User, 'id' | 'name'>;
const named = (things: readonly Named[]): readonly Named[] => things.map(({ id, name }) => ({ id, name }));

/** Data about a user that the tracking server stores. */
async function trackedOf(here: SubjectContext, caller: User, userId: number) {
  const { trackingApi } = here;
  const client = trackingApi.as(caller.id);
  const listed = async (things: Promise<Answer<readonly Named[]>>): Promise<readonly Named[]> => {
    const answer = await things;
    return answer.ok ? named(answer.value) : [];
  };
  const rules = await client.notifications.list({ userId }, soon());
  return {
    vehicles: named(await trackingApi.devices({ id: userId, administrator: false }, soon())),
    groups: await listed(client.groups.list({ userId }, soon())),
    geofences: await listed(client.geofences.list({ userId }, soon())),
    drivers: await listed(client.drivers.list({ userId }, soon())),
    calendars: await listed(client.calendars.list({ userId }, soon())),
    notifications: rules.ok ? rules.value : [],
    people: named(await usersBelow(trackingApi, caller.id, userId)),
    // Secrets are not included.
    ...(trackingApi.isOurs ? await ownOf(trackingApi.as(userId)) : { shares: await sharesBy(here, userId) }),
  };
}

/** Our own server returns these only to the user. */
async function ownOf(himself: ReturnType<SubjectContext['trackingApi']['as']>) {
  const [keys, shares] = [await himself.account.keys(soon()), await himself.shares.list(null, soon())];
  return { keys: keys.ok ? keys.value : [], shares: shares.ok ? shares.value : [] };
}

/** In front of an external server shares are ours. */
async function sharesBy(here: SubjectContext, userId: number) {
  const shares = await documentsOf(here, 'share', (body) => storedShare.parse(body));
  return shares.filter(({ giverId }) => giverId === userId).map(({ secrets: _secrets, ...share }) => share);
}

/** Data about a user that the extension stores. */
async function storedDataOf(here: SubjectContext, id: number) {
  const { storage } = here;
  const invoices = [];
  for (const invoice of await invoicesOf(here, id))
    invoices.push({
      ...invoice,
      lines: await storage.linesOfInvoice(invoice.id),
      ledger: await storage.ledgerOf(invoice.id),
    });
  const movements = await documentsOf(here, 'stockMovement', (body) => storedMovement.parse(body));
  const cases = await documentsOf(here, 'coachingCase', readCoachingCase);
  return {
    coaching: cases.filter(
      ({ assigneeId, contest }) => assigneeId === id || contest?.byId === id || contest?.answeredById === id,
    ),
    invoices,
    acknowledgedEvents: (await storage.document('acknowledgedEvents', String(id)))?.body ?? null,
    overviews: (await storage.document('layouts', String(id)))?.body ?? null,
    walls: await here.walls.exported(id),
    stockMovements: movements.filter(({ userId }) => userId === id),
    seen: (await accessLogOf(here, { readerId: id, within: null })).map(
      ({ readerName: _himself, ...line }) => line,
    ),
    did: await actionsOf(here, { userId: id }),
    done: await actionsOf(here, { objectType: 'user', objectId: id }),
  };
}

async function invoicesOf(
  { storage }: SubjectContext,
  customerId: number,
): Promise<readonly StoredInvoice[]> {
  const found: StoredInvoice[] = [];
  let after: InvoiceCursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof storage.invoices>> = await storage.invoices({
      issuers: null,
      customerId,
      statuses: null,
      dueFrom: null,
      dueTo: null,
      text: null,
      sort: 'dueDate',
      isDescending: false,
      after,
      limit: PAGE,
    });
    found.push(...page.invoices);
    after = page.next;
  } while (after);
  return found;
}

const checkInsOf = async (here: SubjectContext, id: number) =>
  (await documentsOf(here, 'qrHistory', (body) => storedCheckIn.parse(body))).filter(
    ({ driverId }) => driverId === id,
  );

async function documentsOf<T>(
  { storage }: SubjectContext,
  kind: string,
  read: (body: unknown) => T,
): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const page of storage.documents({ kind, prefix: '', pageSize: PAGE }))
    found.push(...page.map(({ body }) => read(body)));
  return found;
}

/** Readers of the vehicles that a driver drove, in the hours they drove them, as far back as the log goes. */
async function seenByOf(here: SubjectContext, caller: User, driver: Driver) {
  const to = here.clock.now();
  const period = { from: to - here.retentionDays * DAY_MS, to };
  const within = await drivenHours(here, { caller, driver, period });
  return accessLogOf(here, { readerId: null, within });
}

async function accessLogOf(
  { storage, accessLog }: SubjectContext,
  filter: Pick<AccessLogSearch, 'readerId' | 'within'>,
) {
  await accessLog.flush();
  const found: StoredAccessLogEntry[] = [];
  for (let after: StoredAccessLogEntry | null = null; ; after = found.at(-1) ?? null) {
    const page: readonly StoredAccessLogEntry[] = await storage.searchAccessLog({
      deviceId: null,
      ...filter,
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      kind: null,
      text: null,
      isOldestFirst: true,
      after,
      limit: PAGE,
    });
    found.push(...page);
    if (page.length < PAGE) break;
  }
  return found.map(({ hour, readerName, kind, byToken, deviceIds }) => ({
    hour: instant(hour * HOUR_MS),
    readerName,
    kind,
    byToken,
    deviceIds,
  }));
}

/** Of every log, oldest first. */
async function actionsOf(
  { logs }: SubjectContext,
  of: { readonly userId: number } | { readonly objectType: string; readonly objectId: number },
) {
  const found: StoredAction[] = [];
  for (const log of logs)
    for (let after: StoredAction | null = null; ;) {
      const page: readonly StoredAction[] = await log.searchActions({
        userId: null,
        objectType: null,
        objectId: null,
        ...of,
        from: 0,
        to: Number.MAX_SAFE_INTEGER,
        actionType: null,
        text: null,
        isOldestFirst: true,
        after,
        limit: PAGE,
      });
      found.push(...page);
      after = page.at(-1) ?? null;
      if (page.length < PAGE) break;
    }
  const inOrder = found.toSorted((a, b) => a.actionTime - b.actionTime);
  return inOrder.map(({ id: _row, actionTime, ...rest }) => ({ ...rest, actionTime: instant(actionTime) }));
}
