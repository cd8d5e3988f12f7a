import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EXTENSION_ROUTES, TRACKING_ROUTES } from '@rastro/fleet/api';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { openApi } from './openapi.ts';

interface BodySchema {
  readonly properties: Record<string, object>;
  readonly required: readonly string[];
}
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: BodySchema }> };
}
type Document = { readonly openapi: string; readonly paths: Record<string, Record<string, Operation>> };

let t: TestTracker;
before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());

function bodyOf({ paths }: Document, method: string, path: string): BodySchema {
  const schema = paths[path]?.[method]?.requestBody?.content['application/json']?.schema;
  assert.ok(schema, `${method} ${path}`);
  return schema;
}

test('[DOCS-1] every route that is served is described, and nothing else', () => {
  const served = t.tracker.routes.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(served.toSorted(), Object.keys(TRACKING_ROUTES).toSorted());
});

test('[DOCS-2] the OpenAPI document holds every route with parameters and bodies', async () => {
  const document: Document = (await t.api('GET', '/openapi.json')).json;
  assert.match(document.openapi, /^3\.1/);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const ofExtension = Object.keys(EXTENSION_ROUTES).length;
  assert.equal(operations.length, t.tracker.routes.length + ofExtension);
  assert.ok(document.paths['/ext/visitor']?.['get'], 'the extension, too');
  assert.equal(document.paths['/api/devices/{id}']?.['put']?.parameters[0]?.name, 'id');
  assert.ok('uniqueId' in bodyOf(document, 'put', '/api/devices/{id}').properties);
});

test('[DOCS-4] a body demands what its reader misses: a new entity no id, a field with a default nothing', () => {
  const document = openApi('test') as Document;
  const made = bodyOf(document, 'post', '/api/devices');
  assert.deepEqual(made.required, ['name', 'uniqueId']);
  assert.ok(!('id' in made.properties));
  assert.ok('id' in bodyOf(document, 'put', '/api/devices/{id}').properties);
  assert.deepEqual(bodyOf(document, 'post', '/api/geofences').required, ['name', 'area']);
  assert.deepEqual(bodyOf(document, 'post', '/api/users').required, ['name', 'email']);
});

test('[DOCS-3] the page for people names every route, without any script', async () => {
  const page = (await t.api('GET', '/docs')).text;
  assert.doesNotMatch(page, /<script|style=/);
  for (const { path } of t.tracker.routes) assert.ok(page.includes(`<code>/api${path}</code>`), path);
  assert.ok(page.includes('<code>uniqueId</code>'), 'fields of bodies');
  assert.equal((await t.api('GET', '/docs.css')).status, 200);
});
