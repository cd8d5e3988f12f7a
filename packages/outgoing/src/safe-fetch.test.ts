import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { isPublicAddress } from './public-address.ts';
import { createSafeFetch, judge, type OutgoingAnswer } from './safe-fetch.ts';

let server: Server;
let base: string;
let respond: RequestListener = (_request, response) => void response.end('hello');
let asked = 0;
before(async () => {
  server = createServer((request, response) => {
    asked++;
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
const open = createSafeFetch({ allowPrivate: true, timeoutMs: 5000 });
const guarded = createSafeFetch({ allowPrivate: false, timeoutMs: 5000 });
const never = (): AbortSignal => new AbortController().signal;
const get = (url: string) => ({ method: 'GET' as const, url: new URL(url) });

test('[MAIL-11] a private address is called only when that is allowed, however it is written', async () => {
  const { port } = new URL(base);
  const before = asked;
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0'];
  for (const host of hosts) {
    const result = await guarded(get(`http://${host}:${port}/`), never());
    assert.deepEqual([result.ok, !result.ok && result.error.code], [false, 'invalid_target'], host);
  }
  assert.equal(asked, before, 'nothing was asked');
  const result = await open(get(`http://localhost:${port}/`), never());
  assert.equal(result.ok && result.value.body, 'hello');
});

test('[MAIL-12] only addresses of the public internet are public', () => {
  const closed =
    '0.1.2.3 10.0.0.1 100.64.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 192.0.2.1 198.19.0.1 224.0.0.1 255.255.255.255 ' +
    ':: ::1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::a00:1 2001::1 2001:db8::1 2002:a00:1::';
  for (const address of closed.split(' ')) assert.equal(isPublicAddress(address), false, address);
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::8'])
    assert.equal(isPublicAddress(address), true, address);
});

test('[MAIL-13] a redirect is an answer, not followed', async () => {
  respond = (request, response) =>
    void (request.url === '/there'
      ? response.end('followed')
      : response.writeHead(302, { location: '/there' }).end());
  const before = asked;
  const result = await open(get(`${base}/`), never());
  assert.equal(result.ok && result.value.status, 302);
  assert.equal(asked, before + 1);
});

test('[MAIL-14] an endless answer is cut at 64 KiB, one that never comes at the time-out', async () => {
  respond = (_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', more);
    more();
  };
  const long = await open(get(base), never());
  assert.equal(long.ok && long.value.body.length, 65_536);
  respond = () => {};
  const hasty = createSafeFetch({ allowPrivate: true, timeoutMs: 50 });
  const silent = await hasty(get(base), never());
  assert.deepEqual(silent, {
    ok: false,
    error: { code: 'unavailable', detail: 'no answer in time', afterMs: null },
  });
  const stopped = await open(get(base), AbortSignal.abort());
  assert.equal(!stopped.ok && stopped.error.code, 'unavailable');
});

test('[MAIL-15] other schemes and names that do not exist go nowhere', async () => {
  const file = await open(get('ftp://example.com/x'), never());
  assert.equal(!file.ok && file.error.code, 'invalid_target');
  const nobody = await open(get('http://nobody.invalid/?token=s3cret'), never());
  assert.equal(!nobody.ok && nobody.error.code, 'unavailable');
  assert.doesNotMatch(JSON.stringify(nobody), /s3cret/);
});

test('[MAIL-16] statuses become the few codes that callers know', () => {
  const now = Date.UTC(2026, 0, 1);
  const verdict = (status: number, headers: OutgoingAnswer['headers'] = {}) => {
    const result = judge({ status, headers, body: '' }, now);
    return result.ok ? 'ok' : [result.error.code, 'afterMs' in result.error ? result.error.afterMs : 'final'];
  };
  assert.equal(verdict(204), 'ok');
  assert.deepEqual(verdict(403), ['unauthorized', 'final']);
  assert.deepEqual(verdict(410), ['invalid_target', 'final']);
  assert.deepEqual(verdict(302), ['invalid_request', 'final']);
  assert.deepEqual(verdict(400), ['invalid_request', 'final']);
  assert.deepEqual(verdict(429, { 'retry-after': '7' }), ['rate_limited', 7000]);
  assert.deepEqual(verdict(503, { 'retry-after': new Date(now + 90_000).toUTCString() }), [
    'unavailable',
    90_000,
  ]);
  assert.deepEqual(verdict(500, { 'retry-after': 'soon' }), ['unavailable', null]);
});
