import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { UserClient } from './user-client.ts';
import { runServer, type RunningServer } from '../src/run-server.ts';
import { readSettings } from '../src/settings/read-settings.ts';

export type Kind = 'embedded' | 'external';
export const KINDS: readonly Kind[] = ['embedded', 'external'];
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a path along the river' };
const PASSWORD = 'a path of his own';

export interface TestAccount {
  readonly id: number;
  readonly email: string;
  readonly client: UserClient;
}
/** For tests: our own server, and a node in front of it, with users of both. */
export interface BothKinds {
  readonly urlOf: (kind: Kind) => string;
  /** Stops a node, changes its stored data, and starts it again. */
  readonly restart: (kind: Kind, meanwhile: (folder: string) => Promise<void>) => Promise<void>;
  readonly signIn: (kind: Kind, email: string, password: string) => Promise<UserClient>;
  readonly root: (kind: Kind) => Promise<UserClient>;
  /** Makes an account and signs it in; names are made unique. */
  readonly account: (kind: Kind, maker: UserClient, name: string, more?: object) => Promise<TestAccount>;
  readonly server: (kind: Kind) => RunningServer;
  close(): Promise<void>;
}

export async function startBothKinds(more: Readonly<Record<string, string>> = {}): Promise<BothKinds> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-both-'));
  const servers = new Map<Kind, RunningServer>();
  const folderOf = (kind: Kind): string => join(folder, kind);
  const server = (kind: Kind): RunningServer => {
    const found = servers.get(kind);
    assert.ok(found);
    return found;
  };
  // Its own `url` may be one that only a browser outside reaches.
  const urlOf = (kind: Kind): string => `http://127.0.0.1:${server(kind).port}`;
  let token = '';
  let made = 0;
  const start = async (kind: Kind, port = '0'): Promise<void> => {
    const behind: Record<string, string> =
      kind === 'embedded'
        ? { PROTOCOLS: 'osmand:0', ...ADMIN }
        : { TRACKING_SERVER_URL: urlOf('embedded'), TRACKING_SERVER_TOKEN: token };
    const own = { PORT: port, HOST: '127.0.0.1', LICENSE_MODE: 'plus', MAP_STYLE_URL: '', POSTCODE_URL: '' };
    const settings = readSettings({ ...own, DATA_DIR: folderOf(kind), ...behind, ...more }, null);
    servers.set(kind, await runServer(settings, pino({ level: 'silent' })));
  };
  const signedIn = async (kind: Kind, email: string, password: string): Promise<UserClient> => {
    const userClient = new UserClient(() => urlOf(kind));
    assert.equal(await userClient.signIn(email, password), 200);
    return userClient;
  };
  const root = (kind: Kind): Promise<UserClient> => signedIn(kind, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  await start('embedded');
  token = (await (await root('embedded')).call('POST', '/api/session/token')).text;
  await start('external');
  return {
    urlOf,
    signIn: signedIn,
    server,
    root,
    restart: async (kind, meanwhile) => {
      await server(kind).close();
      await meanwhile(folderOf(kind));
      await start(kind, new URL(urlOf(kind)).port);
    },
    account: async (kind, maker, name, fields = {}) => {
      const email = `${name.replaceAll(' ', '.')}${(made += 1)}@example.com`;
      const body = { name, email, password: PASSWORD, deviceLimit: -1, ...fields };
      const { id } = await maker.json<{ id: number }>('POST', '/api/users', body);
      return { id, email, client: await signedIn(kind, email, PASSWORD) };
    },
    close: async () => {
      await servers.get('external')?.close();
      await servers.get('embedded')?.close();
      rmSync(folder, { recursive: true });
    },
  };
}
