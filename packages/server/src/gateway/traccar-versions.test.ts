import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import pino from 'pino';
import { TRACKING_ROUTES } from '@rastro/fleet/api';
import { FIXTURES } from '../../../../tools/reference.ts';
import { eventually } from '../../test/eventually.ts';
import { explainStart } from '../explain-start.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

type Answers = Readonly<Record<string, unknown>>;
const VERSIONS = ['6.0', '6.5', '6.14'];
const answersOf = (version: string): Answers =>
  JSON.parse(readFileSync(new URL(`traccar/${version}.json`, FIXTURES), 'utf8')) as Answers;

/** Answers of the server behind, by path; nothing = 404. */
let answers: Answers = {};
let special: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null;
const written: { readonly path: string; readonly body: string }[] = [];
const behind = createServer((request, response) => {
  if (special?.(request, response) === true) return;
  const { pathname: path, searchParams } = new URL(request.url ?? '/', url);
  void text(request).then((body) => {
    if (request.method !== 'GET') written.push({ path, body });
    const isNobody = path === '/api/session' && request.headers.cookie === undefined;
    const answer = request.method === 'GET' ? within(answers[path], searchParams) : JSON.parse(body);
    const status = answer === undefined || isNobody ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 200 ? JSON.stringify(answer) : '');
  });
});
/** Of a list with times those of the period that is asked for. */
function within(answer: unknown, query: URLSearchParams): unknown {
  const [from, to] = [query.get('from'), query.get('to')];
  if (!Array.isArray(answer) || from === null || to === null) return answer;
  const timeOf = (each: unknown): number => Date.parse(Object(each).fixTime ?? Object(each).eventTime);
  return answer.filter((each) => timeOf(each) >= Date.parse(from) && timeOf(each) <= Date.parse(to));
}
const folder = mkdtempSync(join(tmpdir(), 'rastro-versions-'));
let url = '';
let log: string[] = [];
before(async () => {
  behind.listen(0, '127.0.0.1');
  await once(behind, 'listening');
  url = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
});
beforeEach(() => {
  log = [];
  written.length = 0;
  special = null;
});
after(() => {
  behind.closeAllConnections();
  behind.close();
  rmSync(folder, { recursive: true });
});

const start = (address = url): Promise<RunningServer> =>
  runServer(
    readSettings(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        POSTCODE_URL: '',
        DATA_DIR: mkdtempSync(join(folder, 'data-')),
        TRACKING_SERVER_URL: address,
        TRACKING_SERVER_TOKEN: 'service',
      },
      null,
    ),
    pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
  );
const cookie = 'JSESSIONID=node0abc.node0';

for (const version of VERSIONS) {
  test(`[GATE-115] in front of a Traccar ${version} lists, history and settings are there, whatever fields it has`, async (t) => {
    answers = answersOf(version);
    const server = await start();
    t.after(() => server.close());
    const get = async (path: string): Promise<{ readonly headers: Headers; readonly body: unknown }> => {
      const reply = await fetch(server.url + path, { headers: { cookie } });
      const body = await reply.text();
      assert.equal(reply.status, 200, `${path}: ${body}`);
      return { headers: reply.headers, body: JSON.parse(body) };
    };
    const { headers } = await get('/api/server');
    assert.equal(headers.get('trackingserver'), `traccar ${version === '6.14' ? '6.14.5' : version}`);
    assert.match(headers.get('features') ?? '', /history/);
    for (const path of ['/api/session', '/api/devices', '/api/notifications', '/api/attributes/computed'])
      assert.deepEqual((await get(path)).body, answers[path], path);
    const period = 'from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z';
    for (const type of ['route', 'trips', 'events', 'summary'] as const) {
      const { body } = await get(`/api/reports/${type}?deviceId=1&${period}`);
      const read = TRACKING_ROUTES[`GET /reports/${type}`].answer.schema?.safeParse(body);
      assert.ok(
        read?.success === true && Array.isArray(body) && body.length > 0,
        JSON.stringify(read?.error),
      );
    }
    assert.deepEqual(log, []);
  });

  test(`[GATE-115] what a Traccar ${version} does not have is not written there`, async (t) => {
    answers = answersOf(version);
    const server = await start();
    t.after(() => server.close());
    const write = async (path: string, body: object): Promise<unknown> => {
      const headers = { cookie, 'content-type': 'application/json' };
      const reply = await fetch(server.url + path, { method: 'PUT', headers, body: JSON.stringify(body) });
      assert.equal(reply.status, 200, await reply.text());
      return JSON.parse(written.findLast((each) => each.path === path)?.body ?? 'null');
    };
    const [notification] = answers['/api/notifications'] as readonly object[];
    const [computed] = answers['/api/attributes/computed'] as readonly object[];
    assert.deepEqual(
      await write('/api/notifications/3', { ...notification, description: null }),
      notification,
    );
    assert.deepEqual(await write('/api/attributes/computed/4', { ...computed, priority: 0 }), computed);
  });
}

test('[GATE-114] a server that is too old, or none, stops the start, which says what was found and what works', async () => {
  const at = url.replaceAll('.', '\\.');
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [
      { version: '5.12', attributes: {} },
      new RegExp(`^Cannot start: The tracking server at ${at} is a Traccar 5\\.12\\. Supported`),
    ],
    [
      { version: '4.0.1', attributes: {} },
      /is a Traccar 4\.0\.1\. Supported are Traccar 6 \(6\.0 and newer\) and Rastro\. Check/,
    ],
    ['hello', /is no tracking server: at \/api\/server it answers something else/],
    [[], /is no tracking server/],
    [{ version: '6.1' }, /is no tracking server/],
    [undefined, /is no tracking server: it answers 404 at \/api\/server/],
  ];
  for (const [record, expected] of cases) {
    answers = { '/api/server': record };
    await assert.rejects(start(), (error) => {
      const line = explainStart(error);
      assert.match(line, expected);
      assert.ok(!line.includes('\n'));
      return true;
    });
  }
  answers = {};
  special = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to nginx!</html>');
    return true;
  };
  await assert.rejects(start(), (error) => /is no tracking server/.test(explainStart(error)));
});

test('[GATE-114] a newer generation, or a version that is not told, starts with a warning', async () => {
  for (const version of ['7.0', null]) {
    answers = { ...answersOf('6.14'), '/api/server': { id: 1, attributes: {}, version } };
    log = [];
    await (await start()).close();
    assert.match(log.join(), /this version of the tracking server is not tested/);
  }
});

test('[GATE-114] a server that cannot be reached at the start is asked again; one that comes back too old serves nobody', async (t) => {
  let isDown = true;
  special = (_request, response) => {
    if (isDown) response.writeHead(503).end();
    return isDown;
  };
  answers = answersOf('6.5');
  const server = await start();
  t.after(() => server.close());
  assert.match(log.join(), /cannot be reached now; it is asked again/);
  const devices = async (): Promise<readonly [number, string]> => {
    const reply = await fetch(`${server.url}/api/devices`, { headers: { cookie } });
    return [reply.status, await reply.text()];
  };
  const ready = async (): Promise<number> => (await fetch(`${server.url}/health/ready`)).status;
  assert.deepEqual([(await devices())[0], await ready()], [502, 503]);
  isDown = false;
  await eventually(async () => (await devices())[0] === 200 && (await ready()) === 200);
  answers = { ...answers, '/api/server': { ...Object(answers['/api/server']), version: '5.9' } };
  await eventually(async () => (await devices())[0] === 502);
  assert.match(
    (await devices())[1],
    /^Tracking server failed - .* is a Traccar 5\.9\. Supported are Traccar 6/,
  );
  assert.equal(await ready(), 503);
});
