import { setImmediate as breathe } from 'node:timers/promises';
import { stepGrowth, type CivilDate, type Growth } from '@rastro/fleet/billing';
import type { KeptDocument } from '@rastro/storage';
import { z } from 'zod';
import type { Job, Turn } from '../../job.ts';
import type { BillingRoom } from '../billing-room.ts';
import type { PeopleSource } from '../people-source.ts';
import type { ResellerTree } from '../reseller-tree.ts';

/** Kinds of documents, by owner: what is shown, and apart from it the many ids that the next look is compared with. */
const GROWTH = 'growth';
const SEEN = 'growthSeen';
const LOOK = 'growthLook';
const LAST = 'last';
const SLOT_MS = 300_000;
const TIMEOUT_MS = 60_000;
/** After so many people others have their turn. */
const SIDE_BY_SIDE = 200;

const change = z.object({ come: z.number(), gone: z.number() });
const civil = <T extends string>() => z.custom<T>((value) => typeof value === 'string');
const kept = z.object({
  since: civil<CivilDate>(),
  months: z.array(z.object({ month: civil<`${number}-${string}`>(), customers: change, devices: change })),
});
const ids = z.array(z.number());
const seen = z.object({ customers: ids, devices: ids });

/** How customers and vehicles of somebody came and went; null = nobody has looked yet. @param owner 0 = the installation. */
export async function growthOf(
  { storage }: Pick<BillingRoom, 'storage'>,
  owner: number,
): Promise<Growth | null> {
  const found = await storage.document(GROWTH, String(owner));
  return found && kept.parse(found.body);
}

/**
 * Looks once on each day of the installation who and what is there, for it and for each reseller. There is no other
 * record of it: an account that is gone has left no day behind, and one that changed hands is another's without a line.
 */
export const growthJob = (room: BillingRoom): Job => ({
  name: 'growth',
  everyMs: SLOT_MS,
  due: (done, now) => {
    const slot = now - (now % SLOT_MS);
    return done === slot ? [] : [slot];
  },
  isIdle: async () =>
    room.source === null ||
    !room.plus ||
    (await room.storage.document(LOOK, LAST))?.body === (await room.today()),
  perform: async (_slot, turn) => {
    const { source, storage } = room;
    if (!source || !room.plus) return {};
    const today = await room.today();
    const last = await storage.document(LOOK, LAST);
    if (last?.body === today) return {};
    const tree = await room.tree();
    const devicesOf = await readDevices(source, turn);
    for (const owner of tree.owners()) {
      turn.signal.throwIfAborted();
      await keepLook(room, turn, { owner, today, now: seenOf(tree, owner, devicesOf) });
    }
    return { put: [{ kind: LOOK, key: LAST, body: today, replaces: last?.version ?? 0 }] };
  },
});

async function readDevices(
  source: PeopleSource,
  { signal }: Turn,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = new Map<number, readonly number[]>();
  for (const { id, account } of await source.people(
    AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  )) {
    // They see everything, and nothing of it is theirs.
    if (account.administrator) continue;
    const own = await source.devicesOf(id, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    found.set(
      id,
      own.map(({ deviceId }) => deviceId),
    );
    if (found.size % SIDE_BY_SIDE === 0) await breathe();
  }
  return found;
}

function seenOf(
  tree: ResellerTree,
  owner: number,
  devicesOf: ReadonlyMap<number, readonly number[]>,
): z.output<typeof seen> {
  const customers = tree.under(owner).filter(({ account }) => !account.administrator);
  const devices = new Set<number>();
  for (const { id } of customers)
    for (const each of [id, ...tree.below(id)])
      for (const device of devicesOf.get(each) ?? []) devices.add(device);
  return { customers: customers.map(({ id }) => id), devices: [...devices] };
}

interface Look {
  readonly owner: number;
  readonly today: CivilDate;
  readonly now: z.output<typeof seen>;
}

/** Both are kept at once: whoever dies in between finds nothing that he has counted already. */
async function keepLook({ storage }: BillingRoom, turn: Turn, { owner, today, now }: Look): Promise<void> {
  const key = String(owner);
  const [growth, before] = await Promise.all([storage.document(GROWTH, key), storage.document(SEEN, key)]);
  const known = growth && before && { growth: kept.parse(growth.body), seen: seen.parse(before.body) };
  const put = (kind: string, body: object, old: KeptDocument | null) => ({
    kind,
    key,
    body,
    replaces: old?.version ?? 0,
  });
  await turn.keep({ put: [put(GROWTH, stepGrowth(known, now, today), growth), put(SEEN, now, before)] });
}
