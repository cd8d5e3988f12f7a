import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { eventually } from '../test/eventually.ts';
import { runServer } from './run-server.ts';
import { readSettings } from './settings/read-settings.ts';

/** A start has done what it leaves for later once nothing was written for so long. */
const QUIET_MS = 5000;
const WATCHED_MS = 31_000;

/** Each file of a folder with when it was written last: a commit writes at least the log of its database. */
const written = (folder: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, statSync(join(folder, name)).mtimeMs]),
  );

test('[WORK-100] with nobody connected nothing is written in half a minute', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-idle-'));
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    PROTOCOLS: 'osmand:0,gt06:0',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'nobody is here',
  };
  const server = await runServer(readSettings(settings, null), pino({ level: 'silent' }));
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  await eventually(() => Date.now() - Math.max(...Object.values(written(folder))) > QUIET_MS);
  const before = written(folder);
  assert.ok(before['extension.sqlite-wal'] !== undefined, 'it stands where it is looked for');
  // Nothing may be written now.
  await pause(WATCHED_MS);
  assert.deepEqual(written(folder), before);
});
