import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { DESCRIPTIONS } from './openapi.ts';

let t: TestTracker;
before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());

test('[DOCS-1] every route that is served is described, and nothing else', () => {
  const served = t.tracker.routes.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    served.filter((route) => !(route in DESCRIPTIONS)),
    [],
    'served, not described',
  );
  assert.deepEqual(
    Object.keys(DESCRIPTIONS).filter((route) => !served.includes(route)),
    [],
    'described, not served',
  );
});

test('[DOCS-2] the OpenAPI document holds every route with parameters and bodies', async () => {
  const reply = await t.api('GET', '/openapi.json');
  const document = reply.json as {
    openapi: string;
    paths: Record<string, Record<string, Record<string, never>>>;
  };
  assert.match(document.openapi, /^3\.1/);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  assert.equal(operations.length, t.tracker.routes.length);
  const put = document.paths['/devices/{id}']?.['put'] as never as {
    parameters: { name: string; in: string }[];
    requestBody: { content: { 'application/json': { schema: { properties: Record<string, object> } } } };
  };
  assert.deepEqual(put.parameters[0]?.name, 'id');
  assert.ok('uniqueId' in put.requestBody.content['application/json'].schema.properties);
});

test('[DOCS-3] the page for people names every route, without any script', async () => {
  const page = (await t.api('GET', '/docs')).text;
  assert.doesNotMatch(page, /<script|style=/);
  for (const { path } of t.tracker.routes) assert.ok(page.includes(`<code>${path}</code>`), path);
  assert.ok(page.includes('<code>uniqueId</code>'), 'fields of bodies');
  assert.equal((await t.api('GET', '/docs.css')).status, 200);
});
