import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { imeiOf } from '@rastro/protocols/testing';
import { CONFIRMING, startDevice, type SendingDevice } from '../test/kill-test-device.ts';
import { registerDevices, startKillable, storedTimes } from '../test/kill-test-server.ts';

const ROUNDS = 50;
const ROUND_WITHIN_MS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'rastro-kill-'));
after(() => rmSync(folder, { recursive: true }));

/** Acknowledged records. */
const countOf = (devices: readonly SendingDevice[]): number =>
  devices.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);

test('[INGEST-15] kill -9 during ingest in six languages, records in disorder, 50 rounds: nothing acknowledged is lost, nothing is doubled', async () => {
  // Reused over the rounds: a device resends what was not acknowledged.
  const devices: SendingDevice[] = [...CONFIRMING, ...CONFIRMING].map((protocol, i) =>
    startDevice(protocol, imeiOf(i)),
  );
  const imeis = devices.map(({ imei }) => imei);
  for (let round = 0; round < ROUNDS; round++) {
    const { child, url, ports } = await startKillable(folder);
    if (round === 0) await registerDevices(url, imeis);
    const lines = devices.map((device) => device.talk(connect(ports[device.protocol], '127.0.0.1')));
    // After so many records, not after so long: a busy machine is slower, not luckier.
    const enough = countOf(devices) + 20 + ((round * 37) % 100);
    const end = performance.now() + ROUND_WITHIN_MS;
    while (countOf(devices) < enough && performance.now() < end) await setTimeout(1);
    // Each round ends at another moment of a commit.
    await setTimeout(round % 7);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await Promise.all(lines);
  }
  const stored = await storedTimes(folder, imeis);
  for (const device of devices) {
    const times = stored.get(device.imei) ?? [];
    const unique = new Set(times);
    assert.equal(unique.size, times.length, `${device.imei}: a record is there twice`);
    const lost = device.acknowledged.filter((time) => !unique.has(time));
    assert.deepEqual(lost, [], `${device.imei}: acknowledged and lost`);
    assert.ok(device.acknowledged.length > ROUNDS / 2, `${device.protocol} ${device.acknowledged.length}`);
  }
  const all = countOf(devices);
  assert.ok(all > ROUNDS * devices.length, `only ${all} records were acknowledged: the test proves little`);
});
