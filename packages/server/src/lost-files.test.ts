import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../test/silent-log.ts';
import { explainStart } from './explain-start.ts';
import { runServer, type RunningServer } from './run-server.ts';
import { readSettings } from './settings/read-settings.ts';

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-lost-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const start = (DATA_DIR: string, more: Record<string, string> = {}): Promise<RunningServer> =>
  runServer(
    readSettings({ PORT: '0', HOST: '127.0.0.1', PROTOCOLS: '', DATA_DIR, ...more }, null),
    silentLog(),
  );

test('[START-101] a lost file stops the start with what to do; ACCEPT_LOSS starts with what is there', async (t) => {
  const folder = folderOf(t);
  const server = await start(folder);
  const copyWithout = (lost: string): string => {
    const copy = folderOf(t);
    for (const name of readdirSync(folder))
      if (name !== lost && /sqlite/.test(name)) copyFileSync(join(folder, name), join(copy, name));
    return copy;
  };
  const lost = ['rastro.sqlite', 'rastro.sqlite-wal', 'extension.sqlite', 'extension.sqlite-wal'];
  const copies = lost.map(copyWithout);
  await server.close();
  for (const [i, copy] of copies.entries()) {
    const error: unknown = await start(copy).then(
      () => assert.fail(`started without ${lost[i]}`),
      (each: unknown) => each,
    );
    const text = explainStart(error);
    assert.match(text, /^Cannot open .*(rastro|extension)\.sqlite: it is (missing|older)/);
    assert.ok(text.includes((lost[i] ?? '').split('-')[0] ?? ''), text);
    assert.match(text, /restore a backup .*ACCEPT_LOSS=true\.$/);
    assert.ok(!text.includes('LOST') || text.includes('ACCEPT_LOSS'), text);
  }
  const [, withoutLog = ''] = copies;
  await (await start(withoutLog, { ACCEPT_LOSS: 'true' })).close();
  await (await start(withoutLog)).close();
});
