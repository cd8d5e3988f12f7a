import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '@rastro/base';
import { knots } from '@rastro/fleet';
import type { DeviceRecord, StreamProtocol } from '@rastro/protocols';
import { TestDevice } from '@rastro/protocols/testing';
import { openTestTracker } from '../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 0, 1);
const recordOf = (n: number): DeviceRecord => ({
  deviceTime: null,
  fix: {
    time: START + n * 1000,
    valid: true,
    latitude: 1,
    longitude: 1,
    altitude: 0,
    speed: knots(0),
    course: 0,
    accuracy: 0,
  },
  network: null,
  attributes: {},
});

/** One byte per frame: 0 = it is me, odd = a record, even = a record with a large photo; answered by itself. */
const BYTES: StreamProtocol = {
  name: 'bytes',
  kind: 'stream',
  defaultPort: 0,
  commands: [],
  transports: ['tcp'],
  createFramer: () => ({ push: (chunk) => [...chunk].map((byte) => ok(Uint8Array.of(byte))), heldBytes: 0 }),
  initialState: () => null,
  identify: ([byte]) => (byte === 0 ? ['camera'] : []),
  reject: () => null,
  decode: ([byte = 0]) => {
    const media =
      byte > 0 && byte % 2 === 0 ? { extension: 'jpg' as const, bytes: Buffer.alloc(8_000_000) } : null;
    const records = byte === 0 ? [] : [recordOf(byte)];
    return ok({ state: null, records, reply: Uint8Array.of(byte), intact: true, media });
  },
  answerOf: () => null,
  isAnswerTo: () => false,
  encode: () => ok(new Uint8Array()),
};

test('[INGEST-16] what follows a file waits until it is stored: records and replies keep their order', async () => {
  const t = await openTestTracker();
  const id = await t.addDevice('camera');
  const port = await t.tracker.listen({ protocol: BYTES, host: '127.0.0.1', port: 0 });
  const device = await TestDevice.connect(port);
  device.socket.write(Buffer.from([0, 1, 2, 3, 5, 4, 7]));
  assert.deepEqual([...(await device.bytes(7))], [0, 1, 2, 3, 5, 4, 7]);
  assert.equal((await t.history(id)).length, 6);
  await t.dispose();
});
