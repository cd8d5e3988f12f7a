import { isDeepStrictEqual } from 'node:util';
import type { Storage } from '@rastro/storage';
import { Directory } from '@rastro/tracker';
import type { ServerProcess } from './server-process.ts';
import type { SimServer } from './sim-server.ts';
import type { SimUsers } from './sim-users.ts';

const BRAND = 'rastro';

/** Looks for what processes hold in memory, or show, that is other than the database says. @returns it in words. */
export async function staleReplicas(server: SimServer, users: SimUsers): Promise<readonly string[]> {
  const { storage } = server.ready;
  const stored = contentOf(await Directory.load(storage, BRAND));
  return [
    ...server.processes.flatMap((each) => staleDirectory(each, stored)),
    ...(await staleStates(server, users)),
    ...(await staleSessions(server)),
  ];
}

type Content = ReadonlyMap<string, unknown>;

/** Everything in a directory, by a name. */
function contentOf({ server, users, groups, devices, linked, links }: Directory): Content {
  const content = new Map<string, unknown>([['server', server]]);
  for (const [kind, table] of Object.entries({ user: users, group: groups, device: devices, ...linked })) {
    for (const entity of table.inOrder()) {
      content.set(`${kind} ${entity.id}`, entity);
      const owned = Object.entries(links.ofOwner(kind, entity.id)).filter(([, ids]) => ids.length > 0);
      content.set(
        `links of ${kind} ${entity.id}`,
        Object.fromEntries(owned.map(([each, ids]) => [each, ids.toSorted((a, b) => a - b)])),
      );
    }
  }
  // As it would travel: a field without a value is none.
  return new Map([...content].map(([name, value]) => [name, JSON.parse(JSON.stringify(value))]));
}

function staleDirectory({ name, parts }: ServerProcess, stored: Content): readonly string[] {
  if (!parts) return [];
  const held = contentOf(parts.directory);
  const names = new Set([...stored.keys(), ...held.keys()]);
  return [...names]
    .filter((each) => !isDeepStrictEqual(held.get(each), stored.get(each)))
    .map((each) => `${name} holds other ${each} than is stored`);
}

/** Newest positions and status of devices: in answers to users, in open browsers, and where they are worked out. */
async function staleStates(server: SimServer, { viewers, rights, ask }: SimUsers): Promise<string[]> {
  const stored = await newestOf(server.ready.storage);
  const found: string[] = [];
  const statuses = new Map<number, string>();
  for (const { deviceId, position, status } of server.ready.tracker.states()) {
    statuses.set(deviceId, status);
    if ((position?.id ?? 0) !== (stored.get(deviceId)?.positionId ?? 0))
      found.push(`another newest position of device ${deviceId} is worked with than is stored`);
  }
  for (const [deviceId, { positionId }] of stored) {
    const positions = (await ask(`/positions?deviceId=${deviceId}`)) as readonly { id: number }[] | null;
    if (positions && (positions[0]?.id ?? 0) !== positionId)
      found.push(`users get another newest position of device ${deviceId} than is stored`);
  }
  const devices = (await ask('/devices?all=true')) as readonly { id: number; status: string }[] | null;
  for (const { id, status } of devices ?? [])
    if (statuses.has(id) && statuses.get(id) !== status)
      found.push(`users get another status of device ${id} than is worked with`);
  for (const viewer of viewers) {
    if (!viewer.isOpen) continue;
    for (const deviceId of rights.sureOf(viewer.userId))
      if ((viewer.shown.get(deviceId) ?? 0) !== (stored.get(deviceId)?.positionId ?? 0))
        found.push(`user ${viewer.userId} sees another newest position of device ${deviceId} than is stored`);
  }
  return found;
}

/** Sessions that open nothing and are stored, or the other way round. */
async function staleSessions(server: SimServer): Promise<string[]> {
  const { storage, tracker } = server.ready;
  const stored = (await storage.credentials()).filter(
    ({ expiresAt }) => expiresAt === null || expiresAt > server.now(),
  );
  const purposes = [...new Set(stored.map(({ purpose }) => purpose))];
  const held = [...tracker.directory.users.inOrder()].flatMap(({ id }) =>
    tracker.credentials.heldBy(id, purposes).map(({ hash }) => hash),
  );
  const differing = new Set(stored.map(({ hash }) => hash)).symmetricDifference(new Set(held));
  return differing.size > 0
    ? [`${differing.size} sessions are held and not stored, or stored and not held`]
    : [];
}

async function newestOf(storage: Storage): Promise<ReadonlyMap<number, { readonly positionId: number }>> {
  return new Map((await storage.deviceStates()).map((state) => [state.deviceId, state]));
}
