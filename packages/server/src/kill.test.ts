import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { imeiOf } from '@rastro/protocols/testing';
import { CONFIRMING, startDevice, type SendingDevice } from '../test/kill-test-device.ts';
import { registerDevices, startKillable, storedTimes } from '../test/kill-test-server.ts';

const ROUNDS = 50;
const folder = mkdtempSync(join(tmpdir(), 'rastro-kill-'));
after(() => rmSync(folder, { recursive: true }));

test('[INGEST-15] kill -9 during ingest in six languages, records in disorder, 50 rounds: nothing acknowledged is lost, nothing is doubled', async () => {
  // Kept over the rounds: a device goes on with what was not acknowledged.
  const devices: SendingDevice[] = [...CONFIRMING, ...CONFIRMING].map((protocol, i) =>
    startDevice(protocol, imeiOf(i)),
  );
  const imeis = devices.map(({ imei }) => imei);
  for (let round = 0; round < ROUNDS; round++) {
    const { child, url, ports } = await startKillable(folder);
    if (round === 0) await registerDevices(url, imeis);
    const lines = devices.map((device) => device.talk(connect(ports[device.protocol], '127.0.0.1')));
    await new Promise((resolve) => setTimeout(resolve, 20 + ((round * 37) % 180)));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await Promise.all(lines);
  }
  const stored = await storedTimes(folder, imeis);
  let acknowledged = 0;
  for (const device of devices) {
    const times = stored.get(device.imei) ?? [];
    const unique = new Set(times);
    assert.equal(unique.size, times.length, `${device.imei}: a record is there twice`);
    const lost = device.acknowledged.filter((time) => !unique.has(time));
    assert.deepEqual(lost, [], `${device.imei}: acknowledged and lost`);
    assert.ok(device.acknowledged.length > ROUNDS / 2, `${device.protocol} ${device.acknowledged.length}`);
    acknowledged += device.acknowledged.length;
  }
  assert.ok(
    acknowledged > ROUNDS * devices.length,
    `only ${acknowledged} records were acknowledged: the test proves little`,
  );
});
