import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ALONE, systemClock } from '@rastro/base';
import { openExtensionStorage, StorageError } from '@rastro/storage';
import { externalTrackingApi } from '../../tracking-api.ts';
import { companyKey, MESSAGE_SETTINGS } from './message-store.ts';
import { sendMessagesJob } from './send-messages.ts';

const unasked = (): never => assert.fail('nobody asks for this');

test('[CUSTMSG-6] a company that fails holds up no other; a process that lost its lease writes to nobody more', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-messages-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const settings = { moments: ['done'], showsDriver: false, usesText: false };
  for (const id of [3, 4])
    await storage.commit({
      put: [{ kind: MESSAGE_SETTINGS, key: companyKey(id), body: settings, replaces: 0 }],
    });
  const [asked, logged]: [number[], unknown[]] = [[], []];
  let failure: Error = new Error('its mail server has no name');
  const log = { info: unasked, warn: (line: unknown) => void logged.push(line), error: unasked };
  const job = sendMessagesJob({
    storage,
    trackingApi: {
      ...externalTrackingApi({ url: 'http://127.0.0.1:9', token: '' }),
      as: (id) => {
        asked.push(id);
        throw failure;
      },
    },
    clock: systemClock,
    log,
    brand: 'rastro',
    companiesOf: unasked,
    allows: unasked,
    senderOf: unasked,
    text: null,
    travel: { route: unasked, matrix: unasked },
    arrivals: { modelOf: unasked },
    limits: ALONE,
  });
  const perform = () => {
    const { signal } = new AbortController();
    return job.perform(0, { signal, save: unasked, lease: { name: 'x', owner: 'x' } });
  };
  await perform();
  assert.deepEqual([asked, logged.length], [[3, 4], 2]);
  asked.length = 0;
  failure = new StorageError('say what was sent', 'FENCED');
  await assert.rejects(perform(), { code: 'FENCED' });
  assert.deepEqual(asked, [3]);
});
