import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { AddressRanges } from '@rastro/base/addresses';
import type { TrafficRecording } from '@rastro/fleet';
import { findProtocol } from '@rastro/protocols';
import {
  dataPacket,
  freePort,
  Haproxy,
  imeiOf,
  loginPacket,
  WITHOUT_HAPROXY,
} from '@rastro/protocols/testing';
import { eventually, openTestTracker, SILENT, type TestTracker } from '../../../test/open-test-tracker.ts';

const RECORD = { time: Date.UTC(2026, 0, 1), latitude: -23.5, longitude: -46.6 };
const DEVICES = [1, 2, 3, 4];
/** Of a device on this machine: HAProxy is at another one. */
const addressOf = (serial: number): string => `127.0.1.${serial}`;

/** A device that is stored and answered. */
async function report(port: number, serial: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(serial), noDelay: true });
  await once(socket, 'connect');
  for (const bytes of [loginPacket(imeiOf(serial)), dataPacket([RECORD])]) {
    socket.write(bytes);
    await once(socket, 'data');
  }
  return socket;
}
async function hostOf(t: TestTracker, cookie: string, deviceId: number): Promise<string | undefined> {
  const { messages }: TrafficRecording = (await t.api('GET', `/devices/${deviceId}/traffic?after=0`, cookie))
    .json;
  return messages.at(-1)?.host;
}
async function twoPorts(t: TestTracker): Promise<{ i1: number; i2: number }> {
  const protocol = findProtocol('teltonika');
  assert.ok(protocol);
  const listener = { protocol, host: '127.0.0.1', port: 0 };
  return { i1: await t.tracker.listen(listener), i2: await t.tracker.listen(listener) };
}

const configOf = (
  port: number,
  sends: string,
  { i1, i2 }: { readonly i1: number; readonly i2: number },
): string => `
defaults
  mode tcp
  timeout connect 5s
  timeout client 1m
  timeout server 1m
  default-server check inter 100ms fastinter 100ms rise 1 ${sends}
listen devices
  bind 127.0.0.1:${port}
  balance roundrobin
  server i1 127.0.0.1:${i1}
  server i2 127.0.0.1:${i2}
`;

describe('behind a real HAProxy', { skip: WITHOUT_HAPROXY ?? false }, () => {
  for (const sends of ['send-proxy', 'send-proxy-v2'])
    test(`[PROXYP-11] ${sends}: checks, balanced devices under their own addresses, a drained port`, async () => {
      const lines: unknown[] = [];
      const log = { ...SILENT, warn: (fields: object) => void lines.push(fields) };
      const tcp = { idleMs: 60_000, loginMs: 60_000, maxPending: 500, maxStrangers: 1 };
      const t = await openTestTracker({ balancers: new AddressRanges(['127.0.0.1']), log, tcp });
      const port = await freePort();
      const haproxy = await Haproxy.start(configOf(port, sends, await twoPorts(t)));
      const sockets: Socket[] = [];
      const connectionsOf = async (): Promise<readonly number[]> =>
        Array.from((await haproxy.servers()).values(), ({ connections }) => connections);
      try {
        const cookie = await t.signIn(await t.addUser({ administrator: true }));
        const isUp = async (): Promise<boolean> =>
          [...(await haproxy.servers()).values()].every(({ status }) => status === 'UP');
        await eventually(isUp);
        for (const serial of DEVICES) {
          const deviceId = await t.addDevice(imeiOf(serial));
          await t.api('POST', `/devices/${deviceId}/traffic`, cookie, { seconds: 60 });
          sockets.push(await report(port, serial));
          assert.equal(await hostOf(t, cookie, deviceId), addressOf(serial));
          assert.equal((await t.history(deviceId)).length, 1);
        }
        assert.deepEqual(await connectionsOf(), [2, 2]);
        await haproxy.ask('set server devices/i1 state drain');
        for (const serial of DEVICES) sockets.push(await report(port, serial));
        assert.deepEqual(await connectionsOf(), [2, 6]);
        await haproxy.ask('set server devices/i1 state ready');
        assert.ok(await isUp());
        assert.deepEqual(lines, []);
        assert.deepEqual([...t.tracker.counters.rejections], []);
      } finally {
        for (const socket of sockets) socket.destroy();
        await haproxy.close();
        await t.dispose();
      }
    });
});
