import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import pino from 'pino';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { foreignError } from './foreign-error.ts';
import { callerHeaders } from './foreign-headers.ts';

/** A server behind that answers as a test wants, and records all requests. */
type Answers = (request: IncomingMessage, response: ServerResponse) => boolean;
let special: Answers = () => false;
const asked: IncomingMessage[] = [];
const behind = createServer((request, response) => {
  asked.push(request);
  request.resume().on('end', () => {
    if (special(request, response)) return;
    const isSession = request.url?.split('?')[0] === '/api/session';
    const isJson = request.headers['content-type']?.startsWith('application/json') === true;
    const isKnown = request.headers.cookie?.includes('JSESSIONID=node0') === true;
    const status = isSession && isJson ? 415 : isSession && !isKnown ? 404 : 200;
    const user = { id: 7, name: 'Ana', email: 'ana@example.com', administrator: false, attributes: {} };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isSession ? user : { id: 3, name: 'Van', attributes: {} }));
  });
});
const folder = mkdtempSync(join(tmpdir(), 'rastro-foreign-server-'));
const log: string[] = [];
let front: RunningServer;
before(async () => {
  behind.listen(0, '127.0.0.1');
  await once(behind, 'listening');
  const url = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
  front = await runServer(
    readSettings(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        TRACKING_SERVER_URL: url,
        PUBLIC_URL: 'https://fleet.example',
        DATA_DIR: folder,
      },
      null,
    ),
    pino({ level: 'error' }, { write: (line: string) => void log.push(line) }),
  );
});
afterEach(() => {
  special = () => false;
  asked.length = 0;
});
after(async () => {
  await front.close();
  behind.closeAllConnections();
  behind.close();
  rmSync(folder, { recursive: true });
});
const at = (): string => `http://127.0.0.1:${front.port}`;
const cookie = 'JSESSIONID=node0abc.node0';

test('[GATE-103] a JSON write of a browser is the write of whoever is signed in: who calls is asked without its content', async () => {
  const body = JSON.stringify({ id: 3, name: 'Van', uniqueId: '1' });
  const headers = { cookie, 'content-type': 'application/json' };
  const reply = await fetch(`${at()}/api/devices/3`, { method: 'PUT', headers, body });
  assert.equal(reply.status, 200, await reply.text());
  const question = asked.find(({ url }) => url === '/api/session');
  assert.equal(question?.headers['content-type'], undefined);
});

test('[GATE-103] what is neither somebody nor 404 is unknown, names the server and is not remembered', async () => {
  for (const status of [415, 401, 302, 429, 500]) {
    const own = { cookie: `JSESSIONID=node0unknown${status}` };
    special = ({ url }, response) => {
      if (url !== '/api/session') return false;
      response.writeHead(status).end();
      return true;
    };
    log.length = 0;
    const unknown = await fetch(`${at()}/api/devices`, { headers: own });
    assert.deepEqual(
      [unknown.status, (await unknown.text()).split(' - ')[0]],
      [502, 'Tracking server unreachable'],
    );
    assert.match(log.join(''), new RegExp(`the tracking server http://127.0.0.1:\\d+ answered ${status}`));
    special = () => false;
    assert.equal((await fetch(`${at()}/api/devices`, { headers: own })).status, 200, 'at once');
  }
});

test('[GATE-104] of the cookies of a server behind the session alone comes in front, set as ours is', async () => {
  const set = [
    'JSESSIONID=node0abc.node0; Path=/; Domain=traccar.example; SameSite=None',
    'tracking=1; Path=/',
    'JSESSIONID=bad"value; Path=/',
  ];
  special = (_request, response) => {
    response.writeHead(200, { 'set-cookie': set, 'content-type': 'application/json' }).end('{"id":7}');
    return true;
  };
  const ours = 'JSESSIONID=node0abc.node0; Path=/; HttpOnly; SameSite=Lax; Secure';
  const signedIn = await fetch(`${at()}/api/session`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'a' }),
  });
  assert.deepEqual(signedIn.headers.getSetCookie(), [ours]);
  assert.deepEqual((await fetch(`${at()}/api/server`)).headers.getSetCookie(), [ours]);
  set[0] = 'JSESSIONID=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
  const out = await fetch(`${at()}/api/session`, { method: 'DELETE', headers: { cookie } });
  assert.deepEqual(out.headers.getSetCookie(), [
    'JSESSIONID=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
  ]);
});

test('[GATE-105] headers pass by a list, both ways; what rewrites an address does not', async () => {
  special = (_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      etag: '"1"',
      'x-debug': 'node 3',
      via: '1.1 inside',
      refresh: '0; url=https://evil.example',
      'www-authenticate': 'Basic realm="inside"',
    });
    response.end('[]');
    return true;
  };
  const sent = {
    cookie: `${cookie}; theme=dark; guest=1`,
    'x-original-url': '/api/users',
    'x-rewrite-url': '/api/users',
    'x-forwarded-host': 'evil.example',
    'x-http-method-override': 'DELETE',
    accept: 'application/json',
  };
  const reply = await fetch(`${at()}/api/server`, { headers: sent });
  const headers = asked.at(-1)?.headers ?? {};
  assert.equal(headers.cookie, cookie);
  assert.equal(headers.accept, 'application/json');
  for (const name of Object.keys(headers))
    assert.doesNotMatch(name, /original|rewrite|override|forwarded-host/);
  assert.equal(reply.headers.get('etag'), '"1"');
  for (const name of ['x-debug', 'via', 'refresh', 'www-authenticate'])
    assert.equal(reply.headers.get(name), null, name);
});

test('[GATE-106] a request line that names a whole address asks this server, and goes behind as a path', async () => {
  const socket = connect(front.port, '127.0.0.1');
  socket.write(
    'GET http://evil.example/api/server HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  );
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(socket, 'close');
  assert.match(text, /^HTTP\/1.1 200 /, JSON.stringify(log));
  assert.equal(asked.at(-1)?.url, '/api/server');
});

test('[GATE-107] redirects, pages and stack traces of the server behind never come in front', async () => {
  const trace = 'Bad value - IllegalArgumentException (DeviceResource:88 < Foo:3 < ...)';
  const cases: readonly (readonly [number, Record<string, string>, string, number, string])[] = [
    [302, { location: 'https://evil.example/' }, '', 502, 'Tracking server failed - It pointed'],
    [
      500,
      { 'content-type': 'text/html' },
      '<html>java.lang.NullPointerException',
      502,
      'Tracking server failed - It could',
    ],
    [
      500,
      { 'content-type': 'application/json' },
      '{"trace":"at org.traccar.X(X.java:1)"}',
      502,
      'Tracking server failed - It could',
    ],
    [400, { 'content-type': 'text/plain' }, trace, 400, 'Bad value'],
    [404, { 'content-type': 'text/html' }, '<!doctype html><pre>at a.b(C.java:3)', 404, 'HTTP 404 Not Found'],
    [503, {}, '', 503, 'Tracking server busy'],
  ];
  for (const [status, headers, body, expected, text] of cases) {
    special = ({ url }, response) => {
      if (url === '/api/session') return false;
      response.writeHead(status, headers).end(body);
      return true;
    };
    for (const method of ['GET', 'POST']) {
      const sent = method === 'POST' ? { body: '{"name":"Van","uniqueId":"1"}' } : {};
      const reply = await fetch(`${at()}/api/devices`, {
        method,
        headers: { cookie, 'content-type': 'application/json' },
        redirect: 'manual',
        ...sent,
      });
      const body = await reply.text();
      assert.deepEqual([reply.status, reply.headers.get('location')], [expected, null], body);
      assert.ok(
        body.startsWith(text) && !/Exception|java|html|Resource/.test(body),
        `${method} ${status} ${body}`,
      );
    }
  }
});

test('[GATE-107] a duplicate is told as ours is; words of the server behind stay, whatever stands after them', () => {
  const plain = (status: number, body: string) => foreignError({ status, type: 'text/plain', body });
  const sql =
    'Unique index or primary key violation: "PUBLIC.X ON TC_DEVICES" - JdbcSQLIntegrityConstraintViolationException (A:1)';
  assert.deepEqual(plain(400, sql), {
    status: 400,
    text: 'Already in use - Another entry has this identifier',
  });
  assert.equal(
    plain(400, 'Account has expired - SecurityException (UserUtil:3 < ...)').text,
    'Account has expired',
  );
  assert.equal(
    plain(400, 'org.h2.jdbc.JdbcSQLSyntaxErrorException: no').text.split(' - ')[0],
    'Invalid data',
  );
  assert.equal(plain(401, '').text, 'HTTP 401 Unauthorized - Sign in first');
  const json = foreignError({
    status: 400,
    type: 'application/json',
    body: '{"message":"Too far","trace":"x"}',
  });
  assert.equal(json.text, 'Too far');
});

test('[GATE-112] of a Traccar’s exceptions those for users are told in our codes, and no other', () => {
  const traccar = (line: string, status = 400): string =>
    foreignError({
      status,
      type: 'application/json',
      body: `${line}\n\tat org.traccar.api.resource.UserResource.add(UserResource.java:59)\n`,
    }).text;
  const said = 'java.lang.SecurityException:';
  assert.equal(traccar(`${said} Device access denied`), 'Device access denied');
  assert.equal(traccar(`${said} Manager user limit reached`), 'Manager user limit reached');
  assert.equal(traccar(`${said} Ask somebody else`), 'Access denied - Ask somebody else');
  assert.equal(
    traccar(`${said} One-time password is disabled`),
    'One time codes disabled - This server does not use them',
  );
  assert.match(traccar('java.lang.RuntimeException: Reverse geocoding is not enabled'), /^Geocoder not conf/);
  assert.equal(
    traccar('java.lang.RuntimeException: Command engineStop is not supported in protocol osmand'),
    'Command not supported - engineStop is not supported in protocol osmand',
  );
  assert.equal(
    traccar('org.traccar.notification.MessageException: Saved command not provided'),
    'Notification not sent - Saved command not provided',
  );
  const general = 'Invalid data - The tracking server does not accept this';
  for (const line of [
    'java.lang.NullPointerException: Cannot invoke "String.toCharArray()" because "<parameter1>" is null',
    'java.lang.ArrayIndexOutOfBoundsException: Index 1 out of bounds for length 1',
    'org.traccar.storage.StorageException: org.h2.jdbc.JdbcSQLIntegrityConstraintViolationException: NULL not allowed for column "EMAIL"; SQL statement:',
    'java.lang.IllegalArgumentException',
    'java.lang.RuntimeException: unheard of',
  ])
    assert.equal(traccar(line), general, line);
  assert.match(
    traccar('jakarta.ws.rs.WebApplicationException: HTTP 404 Not Found', 404),
    /^HTTP 404 Not Found - /,
  );
});

test('[GATE-113] a call of ours in the name of a caller asks for what we read, whatever the caller asked for', () => {
  const asked = {
    cookie,
    accept: 'text/csv',
    'if-none-match': '"1"',
    'if-modified-since': 'Fri, 27 Nov 2026 00:00:00 GMT',
    range: 'bytes=0-1',
    host: 'fleet.example',
  };
  assert.deepEqual(callerHeaders(asked, '192.0.2.1'), {
    cookie,
    host: 'fleet.example',
    'accept-encoding': 'identity',
    'x-forwarded-for': '192.0.2.1',
  });
});

test('[GATE-109] a token for somebody else is refused in front of a Traccar, which would make one for the caller', async () => {
  const ask = async (form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    return fetch(`${at()}/api/session/token`, { method: 'POST', headers: { cookie }, body });
  };
  assert.deepEqual(
    [(await ask({ userId: '9' })).status, asked.some(({ url }) => url === '/api/session/token')],
    [501, false],
  );
  assert.equal((await ask({ expiration: '2040-01-01T00:00:00Z' })).status, 200);
});
