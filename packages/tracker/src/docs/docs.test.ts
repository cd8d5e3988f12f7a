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
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema?: object }> }>;
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly $ref?: string } }>;
  };
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, BodySchema>; readonly responses: object };
}

let t: TestTracker;
before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());

function bodyOf({ paths, components }: Document, method: string, path: string): BodySchema {
  const schema = paths[path]?.[method]?.requestBody?.content['application/json']?.schema;
  const found = components.schemas[schema?.$ref?.split('/').at(-1) ?? ''];
  assert.ok(found, `${method} ${path}`);
  return found;
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
  const document = openApi('test', 'Rastro') as Document;
  const made = bodyOf(document, 'post', '/api/devices');
  assert.deepEqual(made.required, ['name', 'uniqueId']);
  assert.ok(!('id' in made.properties));
  assert.ok('id' in bodyOf(document, 'put', '/api/devices/{id}').properties);
  assert.deepEqual(bodyOf(document, 'post', '/api/geofences').required, ['name', 'area']);
  assert.deepEqual(bodyOf(document, 'post', '/api/users').required, ['name', 'email']);
});

test('[DOCS-5] every route names each status that it answers', () => {
  const { paths } = openApi('test', 'Rastro') as Document;
  const statusesOf = (method: string, path: string): string =>
    Object.keys(paths[path]?.[method]?.responses ?? {}).join(' ');
  const common = '400 401 403';
  assert.equal(statusesOf('get', '/api/devices'), `200 ${common} 404 408 429 431 502 503`);
  assert.equal(statusesOf('get', '/api/devices/{id}'), `200 ${common} 404 408 414 429 431 502 503`);
  assert.equal(
    statusesOf('delete', '/api/devices/{id}'),
    `204 ${common} 404 408 413 414 415 429 431 502 503`,
  );
  assert.equal(statusesOf('post', '/api/commands/send'), `200 202 ${common} 404 408 413 415 429 431 502 503`);
  assert.equal(statusesOf('get', '/api/session'), `200 204 303 ${common} 404 408 429 431 502 503`);
  assert.equal(statusesOf('get', '/api/server/timezones'), `200 ${common} 408 429 431 502 503`);
  assert.equal(statusesOf('get', '/api/session/openid/auth'), '303 400 403 408 429 431 502 503');
  assert.match(statusesOf('get', '/api/server/geocode'), /^200 204 /);
  assert.match(statusesOf('get', '/api/health'), / 500 /);
  const trips = paths['/api/reports/trips']?.['get']?.responses['200']?.content ?? {};
  assert.deepEqual(Object.keys(trips).length, 3, 'JSON, a spreadsheet, CSV');
});

test('[DOCS-10] no schema uses what generators of clients refuse or read wrongly', () => {
  const isRefused = (key: string, value: unknown, { format }: { readonly format?: unknown }): boolean =>
    key === 'prefixItems' ||
    (key === 'items' && typeof value === 'boolean') ||
    (key === 'additionalProperties' && value === false) ||
    (key === 'const' && typeof value === 'boolean') ||
    (key === 'pattern' && typeof value === 'string' && (value.includes('\\p{') || format === 'date-time'));
  const refused = (of: unknown, path: string): string[] => {
    if (typeof of !== 'object' || of === null) return [];
    return Object.entries(of).flatMap(([key, inner]) => [
      ...(isRefused(key, inner, of) ? [`${path}/${key}`] : []),
      ...refused(inner, `${path}/${key}`),
    ]);
  };
  assert.deepEqual(refused(openApi('test', 'Rastro'), ''), []);
});

test('[DOCS-11] every operation has a name of its own, which names a method of a client', () => {
  const { paths } = openApi('test', 'Rastro') as Document;
  const names = Object.values(paths).flatMap((each) =>
    Object.values(each).map(({ operationId }) => operationId),
  );
  for (const name of names) assert.match(name, /^(?:get|post|put|delete)[A-Z][a-zA-Z0-9]*$/);
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
  assert.equal(paths['/api/devices/{id}']?.['put']?.operationId, 'putDevicesById');
});

test('[DOCS-12] an answer that is a file is bytes, a text is a text', () => {
  const { paths } = openApi('test', 'Rastro') as Document;
  const trips = paths['/api/reports/trips']?.['get']?.responses['200']?.content ?? {};
  const formats = Object.entries(trips).map(([type, { schema }]) => [type, schema && 'format' in schema]);
  assert.deepEqual(Object.fromEntries(formats), {
    'application/json': false,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': true,
    'text/csv': false,
  });
});

test('[DOCS-6] every object that is sent or answered has a name and a schema', () => {
  const document = openApi('test', 'Rastro') as Document;
  const { schemas, responses } = document.components;
  assert.ok(Object.keys(schemas).length > 80);
  const text = JSON.stringify(document);
  for (const [, kind, name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    assert.ok(name in (kind === 'schemas' ? schemas : responses), name);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { responses: answers, requestBody }] of Object.entries(operations)) {
      for (const { content } of [...Object.values(answers), ...(requestBody ? [requestBody] : [])])
        for (const [type, { schema }] of Object.entries(content ?? {})) {
          assert.ok(schema && Object.keys(schema).length > 0, `${method} ${path} ${type}`);
          assert.ok(!('properties' in schema), `${method} ${path}: an object without a name`);
        }
    }
  }
  assert.ok(!('id' in (schemas['NewDevice']?.properties ?? {})));
  assert.deepEqual(schemas['Accumulators']?.required, undefined, 'the address names the device');
});

test('[DOCS-3] the page for people names every route, without any script', async () => {
  const page = (await t.api('GET', '/docs')).text;
  assert.doesNotMatch(page, /<script|style=/);
  for (const { path } of t.tracker.routes) assert.ok(page.includes(`<code>/api${path}</code>`), path);
  assert.ok(page.includes('<code>uniqueId</code>'), 'fields of bodies');
  assert.equal((await t.api('GET', '/docs.css')).status, 200);
});

test('[DOCS-100] page and document go by the name of the product', async () => {
  await t.setServer({ title: 'Frota <Viva>' });
  const page = await t.api('GET', '/docs');
  assert.match(page.text, /<title>Frota &lt;Viva&gt; tracking API<\/title>/);
  const { json } = await t.api('GET', '/openapi.json');
  assert.equal((json as { info: { title: string } }).info.title, 'Frota <Viva> tracking API');
});
