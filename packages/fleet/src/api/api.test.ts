import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTENSION_ROUTES, isOpen, readInput, splitKey, TRACKING_ROUTES, type Route } from './index.ts';

const devices: Route = TRACKING_ROUTES['GET /devices'];
const read = (route: Route, query: object) =>
  readInput('GET /devices', route, { params: {}, query, body: null });
function queryOf(route: Route, query: object): Readonly<Record<string, unknown>> {
  const input = read(route, query);
  assert.ok(input.ok, JSON.stringify(input));
  return Object(input.query);
}
function problemOf(route: Route, query: object): string {
  const input = read(route, query);
  assert.ok(!input.ok);
  return input.problem;
}

test('[ROUTE-1] a query is read by the schema that describes it: texts become values, the unknown is not read', () => {
  const asked = { id: ['3', '4'], userId: '7', all: 'TRUE', keyword: 'van', wheels: '4' };
  const query = queryOf(devices, asked);
  assert.deepEqual([query['id'], query['userId'], query['all'], query['keyword']], [[3, 4], 7, true, 'van']);
  assert.ok(!('wheels' in query));
  assert.deepEqual(queryOf(devices, {})['id'], []);
  assert.equal(queryOf(devices, { limit: '' })['limit'], null);
});

test('[ROUTE-2] what cannot be read is refused by the name of the field', () => {
  assert.equal(problemOf(devices, { userId: 'x' }), 'userId: is not an integer');
  assert.equal(problemOf(devices, { offset: '-1' }), 'offset: is less than 0');
  for (const all of ['1', 'yes', 'wahr'])
    assert.equal(problemOf(devices, { all }), 'all: is neither true nor false');
  const reports: Route = TRACKING_ROUTES['GET /reports/trips'];
  assert.equal(problemOf(reports, { to: '2026-01-01T00:00:00Z' }), 'from: is missing');
  assert.equal(
    problemOf(reports, { from: '2026-01-01', to: '2026-01-01T00:00:00Z' }),
    'from: is not an ISO 8601 time with zone',
  );
  const one = readInput('GET /devices/:id', TRACKING_ROUTES['GET /devices/:id'], {
    params: { id: '1.5' },
    query: {},
    body: null,
  });
  assert.deepEqual(one, { ok: false, problem: 'id: is not an integer' });
});

test('[ROUTE-3] each route has one key, a right, and words; an open one is so on purpose', () => {
  const all = [...Object.entries<Route>(TRACKING_ROUTES), ...Object.entries<Route>(EXTENSION_ROUTES)];
  for (const [key, route] of all) {
    assert.match(splitKey(key).path, /^\/[\w/:.-]+$/);
    assert.ok(route.summary.length > 5 && route.area !== '', key);
    const says =
      /public/.test(route.summary) || key === 'POST /session' || /token: signs in/.test(route.summary);
    assert.equal(isOpen(route), says, `${key} says that it is public exactly when it is`);
  }
});

test('[ROUTE-4] a new entity is read without its id, whatever a client echoes there', () => {
  const input = readInput('POST /groups', TRACKING_ROUTES['POST /groups'], {
    params: {},
    query: {},
    body: { id: 'x', name: 'North' },
  });
  assert.ok(input.ok);
  assert.deepEqual(input.body, { attributes: {}, name: 'North', groupId: 0 });
});

test('[SCHED-4] what a saved report is about may be asked by whoever sees reports', () => {
  assert.ok(
    [TRACKING_ROUTES['GET /permissions'].access]
      .flat()
      .some(
        (rule) => typeof rule === 'object' && rule.query === 'reportId' && rule.access === 'reports.view',
      ),
  );
});
