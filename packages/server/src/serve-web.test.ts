import assert from 'node:assert/strict';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { noBrands } from '../test/no-brands.ts';
import { securityHeaders } from './gateway/headers.ts';
import { readSettings } from './settings/read-settings.ts';
import { serveWeb } from './serve-web.ts';

test('[GATE-39] what names its content is kept for ever, the page and the worker are asked for anew', async (context) => {
  const root = mkdtempSync(join(tmpdir(), 'rastro-web-'));
  context.after(() => rmSync(root, { recursive: true }));
  for (const name of [
    'index.html',
    'service-worker.js',
    'icon-192.png',
    'color-scheme.js',
    'assets/main-ab12.js',
    'assets/worker-cd.mjs',
    'base-map/fine.json',
  ]) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), '{}');
  }
  writeFileSync(join(root, 'base-map/fine.json.br'), 'packed');
  const app = Fastify();
  context.after(() => app.close());
  await serveWeb(app, { root, extPath: '/ext', brands: await noBrands() });
  const get = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    return [statusCode, headers['cache-control'], headers['content-encoding']] as const;
  };
  const forever = 'public, max-age=31536000, immutable';
  assert.deepEqual(await get('/assets/main-ab12.js'), [200, forever, undefined]);
  assert.deepEqual(await get('/assets/worker-cd.mjs'), [200, forever, undefined]);
  assert.deepEqual(await get('/base-map/fine.json?v=0123456789ab'), [200, forever, 'br']);
  assert.deepEqual(await get('/base-map/fine.json'), [200, 'no-cache', 'br']);
  for (const url of ['/', '/devices/5', '/service-worker.js'])
    assert.deepEqual((await get(url)).slice(0, 2), [200, 'no-cache'], url);
  for (const url of ['/icon-192.png', '/color-scheme.js'])
    assert.deepEqual((await get(url)).slice(0, 2), [200, 'public, max-age=600'], url);
  assert.equal((await get('/assets/gone.js'))[0], 404);
  assert.equal((await get('/ext/nothing'))[0], 404);
});

test('[GATE-39] while the page is being built there is none, and the server starts all the same', async (context) => {
  const root = mkdtempSync(join(tmpdir(), 'rastro-web-'));
  context.after(() => rmSync(root, { recursive: true }));
  const app = Fastify();
  context.after(() => app.close());
  await serveWeb(app, { root, extPath: '/ext', brands: await noBrands() });
  assert.equal((await app.inject({ url: '/' })).statusCode, 404);
});

test('[GATE-13] parts of a page carry no rules for pages; pages, workers and pictures do', async (context) => {
  const root = mkdtempSync(join(tmpdir(), 'rastro-web-'));
  context.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'assets'));
  mkdirSync(join(root, 'base-map'));
  const parts = [
    'assets/main-ab12.js',
    'assets/main-ab12.css',
    'assets/inter-ab12.woff2',
    'base-map/fine.json',
  ];
  const own = ['index.html', 'service-worker.js', 'assets/fleet-worker-ab12.js', 'assets/pin-ab12.svg'];
  for (const name of [...parts, ...own]) writeFileSync(join(root, name), '{}');
  const app = Fastify();
  context.after(() => app.close());
  const strict = securityHeaders(readSettings({}, null));
  app.addHook('onRequest', async (_request, reply) => void reply.headers(strict));
  await serveWeb(app, { root, extPath: '/ext', brands: await noBrands() });
  const rulesOf = async (path: string): Promise<readonly unknown[]> => {
    const { statusCode, headers } = await app.inject({ url: `/${path}?v=0123456789ab` });
    assert.equal(statusCode, 200, path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    return Object.keys(strict).filter((name) => name in headers);
  };
  for (const path of parts) assert.deepEqual(await rulesOf(path), ['x-content-type-options'], path);
  for (const path of own) assert.deepEqual(await rulesOf(path), Object.keys(strict), path);
});

test('[GATE-13] every worker of the web application is called one: by its name it keeps its rules', () => {
  const web = join(import.meta.dirname, '../../web/src');
  const started = globSync('**/*.{ts,tsx}', { cwd: web }).flatMap((file) => [
    ...readFileSync(join(web, file), 'utf8').matchAll(
      /new (?:Shared)?Worker\(\s*new URL\(\s*'([^']+)'|'([^']+)\?worker&url'/g,
    ),
  ]);
  const names = started.map(([, name, addressed]) => name ?? addressed ?? '');
  assert.ok(names.length >= 3, names.join());
  assert.deepEqual(
    names.filter((name) => !/worker/.test(name)),
    [],
  );
});

test('[BRAND-50] a browser with a session gets the script that reads ahead, others do not', async (context) => {
  const root = mkdtempSync(join(tmpdir(), 'rastro-web-'));
  context.after(() => rmSync(root, { recursive: true }));
  copyFileSync(new URL('../../web/index.html', import.meta.url), join(root, 'index.html'));
  const app = Fastify();
  context.after(() => app.close());
  await serveWeb(app, { root, extPath: '/ext', brands: await noBrands() });
  const pageFor = async (cookie: string): Promise<string> => {
    const { body, headers } = await app.inject({ url: '/home', headers: { cookie } });
    assert.match(String(headers['vary']), /Cookie/);
    return body;
  };
  assert.match(await pageFor('JSESSIONID=abc'), /<script src="\/early.js"><\/script>\n/);
  const packed = await app.inject({ url: '/home', headers: { 'accept-encoding': 'gzip' } });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(packed.rawPayload).toString(), await pageFor(''));
  for (const cookie of ['', 'other=1']) assert.doesNotMatch(await pageFor(cookie), /early|signed-in/);
});
