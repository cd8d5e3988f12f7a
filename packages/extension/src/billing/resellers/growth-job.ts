import { host, nextTurn } from '@rastro/base/host';
import { stepGrowth, type CivilDate, type Growth } from '@rastro/fleet/billing';
import type { ExtensionDocument } from '@rastro/storage';
import { z } from 'zod';
import type { Job, JobRun } from '../../job.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { UserSource } from '../user-source.ts';
import type { ResellerTree } from '../reseller-tree.ts';

/** Kinds of documents, by owner: what is shown, and apart from it the many ids that the next look is compared with. */
const GROWTH = 'growth';
const SEEN = 'growthSeen';
const CHECK = 'growthLook';
const LAST = 'last';
const SLOT_MS = 300_000;
const TIMEOUT_MS = 60_000;
/** Yields to other work after this many users. */
const SIDE_BY_SIDE = 200;

const change = z.object({ come: z.number(), gone: z.number() });
const civil = <T extends string>() => z.custom<T>((value) => typeof value === 'string');
const storedGrowth = z.object({
  since: civil<CivilDate>(),
  months: z.array(z.object({ month: civil<`${number}-${string}`>(), customers: change, devices: change })),
});
const ids = z.array(z.number());
const seen = z.object({ customers: ids, devices: ids });

/** Growth of an owner's customers and vehicles; null = never counted. @param owner 0 = the installation. */
export async function growthOf(
  { storage }: Pick<BillingDeps, 'storage'>,
  owner: number,
): Promise<Growth | null> {
  const found = await storage.document(GROWTH, String(owner));
  return found && storedGrowth.parse(found.body);
}

/**
 * Counts customers and vehicles once on each day of the installation, for it and for each reseller. There is no other
 * record: a deleted account leaves no trace of a day, and one that changed hands has no entry either.
 */
export const growthJob = (deps: BillingDeps): Job => ({
  name: 'growth',
  everyMs: SLOT_MS,
  due: (done, now) => {
    const slot = now - (now % SLOT_MS);
    return done === slot ? [] : [slot];
  },
  isIdle: async () =>
    deps.source === null ||
    !deps.plus ||
    (await deps.storage.document(CHECK, LAST))?.body === (await deps.today()),
  perform: async (_slot, jobRun) => {
    const { source, storage } = deps;
    if (!source || !deps.plus) return {};
    const today = await deps.today();
    const last = await storage.document(CHECK, LAST);
    if (last?.body === today) return {};
    const tree = await deps.tree();
    const devicesOf = await readDevices(source, jobRun);
    for (const owner of tree.owners()) {
      jobRun.signal.throwIfAborted();
      await saveCheck(deps, jobRun, { owner, today, now: seenOf(tree, owner, devicesOf) });
    }
    return { put: [{ kind: CHECK, key: LAST, body: today, replaces: last?.version ?? 0 }] };
  },
});

async function readDevices(
  source: UserSource,
  { signal }: JobRun,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = new Map<number, readonly number[]>();
  for (const { id, account } of await source.users(AbortSignal.any([signal, host.timeout(TIMEOUT_MS)]))) {
    // They see everything, and nothing of it is theirs.
    if (account.administrator) continue;
    const own = await source.devicesOf(id, AbortSignal.any([signal, host.timeout(TIMEOUT_MS)]));
    found.set(
      id,
      own.map(({ deviceId }) => deviceId),
    );
    if (found.size % SIDE_BY_SIDE === 0) await nextTurn();
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

interface GrowthCheck {
  readonly owner: number;
  readonly today: CivilDate;
  readonly now: z.output<typeof seen>;
}

/** Stores both in one commit: after a crash, the next run finds nothing that was counted already. */
async function saveCheck(
  { storage }: BillingDeps,
  jobRun: JobRun,
  { owner, today, now }: GrowthCheck,
): Promise<void> {
  const key = String(owner);
  const [growth, before] = await Promise.all([storage.document(GROWTH, key), storage.document(SEEN, key)]);
  const known = growth &&
    before && { growth: storedGrowth.parse(growth.body), seen: seen.parse(before.body) };
  const put = (kind: string, body: object, old: ExtensionDocument | null) => ({
    kind,
    key,
    body,
    replaces: old?.version ?? 0,
  });
  await jobRun.save({ put: [put(GROWTH, stepGrowth(known, now, today), growth), put(SEEN, now, before)] });
}
