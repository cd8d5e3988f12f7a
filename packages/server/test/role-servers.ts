import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { runServer, type RunningServer } from '../src/run-server.ts';
import { readSettings } from '../src/settings/read-settings.ts';
import { startForeignNode } from './foreign-node.ts';
import { startTraccar, TRACCAR_ADMIN, type RealTraccar } from './real-traccar.ts';
import { makeAccounts, RoleClient, signInAll, suspend, type Role } from './role-accounts.ts';

/** For tests: a real Traccar with a caller of each kind, nodes of ours in front of it, and our own server beside it. */
export interface RoleServers {
  readonly traccar: RealTraccar;
  /** Calls that reached the Traccar, in order: method, address and headers. */
  readonly reached: string[];
  readonly front: RunningServer;
  /** In front of it without an account of its own there. */
  readonly bare: RunningServer;
  readonly embedded: RunningServer;
  /** Lines of the logs of our nodes. */
  readonly logged: string[];
  clientsOf(server: RunningServer): ReadonlyMap<Role, RoleClient>;
  close(): Promise<void>;
}

const ADMIN = { ADMIN_EMAIL: TRACCAR_ADMIN.email, ADMIN_PASSWORD: TRACCAR_ADMIN.password };

/** @param attributes Of the server record of both. */
export async function startRoleServers(attributes: object): Promise<RoleServers> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-roles-'));
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const serve = (name: string, more: Readonly<Record<string, string>>): Promise<RunningServer> => {
    const own = { PORT: '0', HOST: '127.0.0.1', POSTCODE_URL: '', MAP_STYLE_URL: '', LICENSE_MODE: 'plus' };
    return runServer(readSettings({ ...own, DATA_DIR: join(folder, name), ...more }, null), log);
  };
  const traccar = await startTraccar();
  const record = await traccar.call<{ attributes: object }>('GET', '/api/server');
  await traccar.call('PUT', '/api/server', { ...record, attributes });
  await makeAccounts((method, path, json) => traccar.call(method, path, json));
  const between = await startForeignNode(traccar.url, []);
  for (const name of ['front', 'bare']) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    await suspend(join(folder, name));
  }
  const behind = { PROTOCOLS: '', TRACKING_SERVER_URL: between.url };
  const front = await serve('front', { ...behind, TRACKING_SERVER_TOKEN: traccar.token });
  const bare = await serve('bare', behind);
  const ours = { PROTOCOLS: 'osmand:0', ...ADMIN };
  const first = await serve('embedded', ours);
  const root = new RoleClient(first.url);
  await root.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const own = await root.json<{ attributes: object }>('GET', '/api/server');
  await root.json('PUT', '/api/server', { ...own, attributes });
  await makeAccounts((method, path, json) => root.json(method, path, json));
  await first.close();
  await suspend(join(folder, 'embedded'));
  const embedded = await serve('embedded', ours);
  const clients = new Map<RunningServer, ReadonlyMap<Role, RoleClient>>();
  for (const server of [front, embedded, bare])
    clients.set(server, await signInAll(server.url, server !== bare));
  return {
    traccar,
    reached: between.requests,
    front,
    bare,
    embedded,
    logged,
    clientsOf: (server) => clients.get(server) ?? new Map(),
    close: async () => {
      for (const server of [front, bare, embedded]) await server.close();
      between.close();
      traccar.close();
      rmSync(folder, { recursive: true });
    },
  };
}
