import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { EXTENSION_ROUTES, methodsAt, splitKey, TRACKING_ROUTES } from '@rastro/fleet/api';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { OWN_ROUTES } from './route-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'rastro-methods-'));
let server: RunningServer;
before(async () => {
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, PROTOCOLS: '' };
  server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Answer on a bare connection. */
const answerTo = (bytes: string): Promise<string> =>
  new Promise((done) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    // A connection that breaks off while we write has already answered.
    socket.on('error', () => {});
    socket.on('close', () => done(text));
  });

test('[GATE-50] a method that an address does not know is refused with 405 and the methods that it knows', async () => {
  for (const [prefix, table] of [
    ['/api', TRACKING_ROUTES],
    ['/ext', EXTENSION_ROUTES],
    ['', OWN_ROUTES],
  ] as const) {
    const keys = Object.keys(table);
    for (const path of new Set(keys.map((key) => splitKey(key).path.replaceAll(/:\w+/g, '1')))) {
      const known = methodsAt(keys, path);
      const unknown = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'].filter(
        (method) => !known.some((each) => each === method),
      );
      for (const method of unknown) {
        const reply = await fetch(`${server.url}${prefix}${path}?a=b`, { method });
        const text = await reply.text();
        assert.equal(reply.status, 405, `${method} ${prefix}${path}`);
        assert.equal(reply.headers.get('allow'), known.join(', '), path);
        if (method !== 'HEAD') assert.match(text, /^HTTP 405 Method Not Allowed - /);
      }
    }
  }
  for (const path of ['/api/secrets', '/api/devices/1/2/3', '/ext/nothing', '/api'])
    assert.equal((await fetch(`${server.url}${path}`, { method: 'PUT' })).status, 404, path);
});

test('[GATE-51] a request that is none, too long or too large is refused in one line of text', async () => {
  const end = 'Host: x\r\nConnection: close\r\n\r\n';
  const cases: readonly (readonly [bytes: string, status: number])[] = [
    ['NONSENSE\r\n\r\n', 400],
    [`GET /api/devices/%zz HTTP/1.1\r\n${end}`, 400],
    [`GET /api/devices/${'1'.repeat(600)} HTTP/1.1\r\n${end}`, 414],
    [`GET /api/server HTTP/1.1\r\nX-Long: ${'a'.repeat(20_000)}\r\n${end}`, 431],
    [`POST /api/devices HTTP/1.1\r\nContent-Length: 99999999\r\n${end}`, 413],
  ];
  for (const [bytes, status] of cases) {
    const text = await answerTo(bytes);
    const what = bytes.slice(0, 40);
    assert.match(text, new RegExp(`^HTTP/1.1 ${status} `), what);
    assert.match(text, /\r\ncontent-type: text\/plain(; charset=utf-8)?\r\n/i, what);
    assert.match(text, /\r\n\r\n[A-Z][\w ]+ - [^\r\n]+$/, what);
  }
});
