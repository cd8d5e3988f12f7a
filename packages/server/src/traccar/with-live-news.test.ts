import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Agent } from 'undici';
import type { TrackingServer } from '../gateway/tracking-server.ts';
import { eventually } from '../../test/eventually.ts';
import { silentLog } from '../../test/silent-log.ts';
import { withLiveNews } from './with-live-news.ts';

const USER = { id: 7, administrator: false, attributes: {} };
const DEVICE = { id: 1, uniqueId: 'truck', attributes: {}, groupId: 0, positionId: 0 };

test('[LIVENEWS-3] a link that is made while a browser opens is told, however soon after', async (t) => {
  let isLinked = false;
  const traccar = createServer((_request, response) => {
    const list = JSON.stringify(isLinked ? [DEVICE] : []);
    response.writeHead(200, { 'content-type': 'application/json' }).end(list);
  });
  traccar.listen(0, '127.0.0.1');
  await once(traccar, 'listening');
  t.after(() => traccar.close());
  const agent = new Agent();
  t.after(() => agent.close());
  const origin = `http://127.0.0.1:${(traccar.address() as AddressInfo).port}`;
  const messages: string[] = [];
  const behind = {
    known: async () => USER,
    describe: async () => ({ kind: 'traccar' }),
    upgrade: () => ({ insert: (text: string) => messages.push(text) }),
    send: async () => {
      isLinked = true;
      return { status: 204, headers: {}, body: Buffer.alloc(0) };
    },
    close: async () => {},
  } as unknown as TrackingServer;
  const server = withLiveNews(behind, {
    ask: (method, path, headers, body) => agent.request({ origin, method, path, headers, body }),
    log: silentLog(),
  });
  t.after(() => server.close());

  const socket = new Socket();
  server.upgrade(new IncomingMessage(socket), socket, Buffer.alloc(0));
  const link = Buffer.from(JSON.stringify({ userId: USER.id, deviceId: DEVICE.id }));
  await server.send({
    method: 'POST',
    url: '/api/permissions',
    headers: {},
    body: link,
    address: '192.0.2.1',
  });
  await eventually(() => messages.length > 0, 5000);
  assert.deepEqual(
    messages.map((text): unknown => JSON.parse(text)),
    [{ devices: [DEVICE] }],
  );
});
