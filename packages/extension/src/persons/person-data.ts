import { keptCheckIn, keptMovement, keptShare } from '@rastro/fleet/schemas';
import { looksAfterPeople, type Driver, type ErasurePreview, type User } from '@rastro/fleet';
import type {
  InvoiceCursor,
  StoredAction,
  StoredInvoice,
  StoredViewing,
  ViewingSearch,
} from '@rastro/storage';
import type { Answer } from '@rastro/tracking-client';
import { acted, soon } from '../acted.ts';
import { drivenHours } from '../driven-hours.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import {
  peopleBelow,
  personBelow,
  personRefusals,
  type ActingPersons,
  type PersonRoom,
} from './person-room.ts';

const PAGE = 500;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export const dataOfUser = (room: PersonRoom): ExtensionHandler<'GET /users/:id/data'> =>
  acted(room, async (here, { caller, params: { id } }) => {
    const found = await personBelow(here, caller, id);
    if ('refusal' in found) return found.refusal;
    const [tracked, kept] = [await trackedOf(here, caller, id), await keptOf(here, id)];
    return asFile(`user-${id}`, {
      exportedAt: instant(here.clock.now()),
      account: found.user,
      ...tracked,
      ...kept,
    });
  });

export const dataOfDriver = (room: PersonRoom): ExtensionHandler<'GET /drivers/:id/data'> =>
  acted(room, async (here, { caller, params: { id } }) => {
    const driver = await here.acting.driver(caller.id, id, soon());
    if (!driver) return personRefusals.noDriver();
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
      // As his vehicles: who looks after people is told who saw them.
      ...(looksAfterPeople(caller, here.brand) && { seenBy: await seenByOf(here, caller, driver) }),
      done: await actionsOf(here, { objectType: 'driver', objectId: id }),
    });
  });

export const previewOfUser = (room: PersonRoom): ExtensionHandler<'GET /users/:id/erasure'> =>
  acted(room, async (here, { caller, params: { id } }) => {
    const found = await personBelow(here, caller, id);
    if ('refusal' in found) return found.refusal;
    const { acting } = here;
    const body: ErasurePreview = {
      name: found.user.name,
      people: (await peopleBelow(acting, caller.id, id)).length,
      devices: (await acting.devices({ id, administrator: false }, soon())).length,
      invoices: (await invoicesOf(here, id)).length,
      checkIns: 0,
    };
    return { status: 200, body };
  });

export const previewOfDriver = (room: PersonRoom): ExtensionHandler<'GET /drivers/:id/erasure'> =>
  acted(room, async (here, { caller, params: { id } }) => {
    const driver = await here.acting.driver(caller.id, id, soon());
    if (!driver) return personRefusals.noDriver();
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

/** What the tracking server keeps about him. */
async function trackedOf(here: ActingPersons, caller: User, userId: number) {
  const { acting } = here;
  const client = acting.as(caller.id);
  const listed = async (things: Promise<Answer<readonly Named[]>>): Promise<readonly Named[]> => {
    const answer = await things;
    return answer.ok ? named(answer.value) : [];
  };
  const rules = await client.notifications.list({ userId }, soon());
  return {
    vehicles: named(await acting.devices({ id: userId, administrator: false }, soon())),
    groups: await listed(client.groups.list({ userId }, soon())),
    geofences: await listed(client.geofences.list({ userId }, soon())),
    drivers: await listed(client.drivers.list({ userId }, soon())),
    calendars: await listed(client.calendars.list({ userId }, soon())),
    notifications: rules.ok ? rules.value : [],
    people: named(await peopleBelow(acting, caller.id, userId)),
    // What opens something is not told.
    ...(acting.isOurs ? await ownOf(acting.as(userId)) : { shares: await sharesBy(here, userId) }),
  };
}

/** Our own server tells them to himself alone. */
async function ownOf(himself: ReturnType<ActingPersons['acting']['as']>) {
  const [keys, shares] = [await himself.account.keys(soon()), await himself.shares.list(null, soon())];
  return { keys: keys.ok ? keys.value : [], shares: shares.ok ? shares.value : [] };
}

/** In front of somebody else's server shares are ours. */
async function sharesBy(here: ActingPersons, userId: number) {
  const shares = await documentsOf(here, 'share', (body) => keptShare.parse(body));
  return shares.filter(({ giverId }) => giverId === userId).map(({ secrets: _secrets, ...share }) => share);
}

/** What the extension keeps about him. */
async function keptOf(here: ActingPersons, id: number) {
  const { storage } = here;
  const invoices = [];
  for (const invoice of await invoicesOf(here, id))
    invoices.push({
      ...invoice,
      lines: await storage.linesOfInvoice(invoice.id),
      ledger: await storage.ledgerOf(invoice.id),
    });
  const movements = await documentsOf(here, 'stockMovement', (body) => keptMovement.parse(body));
  return {
    invoices,
    acknowledgedEvents: (await storage.document('acknowledgedEvents', String(id)))?.body ?? null,
    stockMovements: movements.filter(({ userId }) => userId === id),
    seen: (await viewingsOf(here, { readerId: id, within: null })).map(
      ({ readerName: _himself, ...line }) => line,
    ),
    did: await actionsOf(here, { userId: id }),
    done: await actionsOf(here, { objectType: 'user', objectId: id }),
  };
}

async function invoicesOf({ storage }: ActingPersons, customerId: number): Promise<readonly StoredInvoice[]> {
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

const checkInsOf = async (here: ActingPersons, id: number) =>
  (await documentsOf(here, 'qrHistory', (body) => keptCheckIn.parse(body))).filter(
    ({ driverId }) => driverId === id,
  );

async function documentsOf<T>(
  { storage }: ActingPersons,
  kind: string,
  read: (body: unknown) => T,
): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const page of storage.documents({ kind, prefix: '', pageSize: PAGE }))
    found.push(...page.map(({ body }) => read(body)));
  return found;
}

/** Who saw the vehicles that a driver drove, in the hours in which he did, as far back as it is kept. */
async function seenByOf(here: ActingPersons, caller: User, driver: Driver) {
  const to = here.clock.now();
  const period = { from: to - here.keptDays * DAY_MS, to };
  const within = await drivenHours(here, { caller, driver, period });
  return viewingsOf(here, { readerId: null, within });
}

async function viewingsOf(
  { storage, viewings }: ActingPersons,
  whose: Pick<ViewingSearch, 'readerId' | 'within'>,
) {
  await viewings.flush();
  const found: StoredViewing[] = [];
  for (let after: StoredViewing | null = null; ; after = found.at(-1) ?? null) {
    const page: readonly StoredViewing[] = await storage.searchViewings({
      deviceId: null,
      ...whose,
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
  { logs }: ActingPersons,
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
