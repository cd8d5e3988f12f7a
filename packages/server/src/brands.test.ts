import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { EMPTY_THEME, type BrandingConfig, type Theme, type User } from '@rastro/fleet';
import { makePng } from '@rastro/outgoing/testing';
import { hashPassword, PLAIN_ACCOUNT } from '@rastro/tracker';
import { runServer, type RunningServer } from './run-server.ts';
import { readSettings } from './settings/read-settings.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a brand of its own' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-brands-'));
let server: RunningServer;
const start = (more: Record<string, string> = {}): Promise<RunningServer> => {
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, PROTOCOLS: '', ...ADMIN, ...more };
  return runServer(readSettings(environment, null), pino({ level: 'silent' }));
};
before(async () => {
  server = await start();
  const password = await hashPassword(ADMIN.ADMIN_PASSWORD);
  const account = { ...PLAIN_ACCOUNT, passwordHash: password, userLimit: 5 };
  const { users } = server.tracker?.directory ?? assert.fail();
  await users.create({
    ...account,
    name: 'R',
    email: 'r@example.com',
    attributes: { 'rastro.reseller': true },
  });
  await users.create({
    ...account,
    name: 'S',
    email: 's@example.com',
    attributes: { 'rastro.reseller': true },
  });
  await users.create({ ...account, name: 'U', email: 'u@example.com' });
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}
/** Any host may be named; `fetch` names its own. */
function ask(path: string, headers: Record<string, string> = {}, sent?: { method: string; body?: Buffer }) {
  return new Promise<Answer>((resolve, reject) => {
    const { port } = new URL(server.url);
    const options = { host: '127.0.0.1', port, path, headers, method: sent?.method ?? 'GET' };
    const call = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (part: Buffer) => chunks.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject);
    call.end(sent?.body);
  });
}
async function signIn(email: string) {
  const form = new URLSearchParams({ email, password: ADMIN.ADMIN_PASSWORD });
  const reply = await fetch(`${server.url}/api/session`, { method: 'POST', body: form });
  assert.equal(reply.status, 200);
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return (method: string, path: string, body?: object): Promise<Answer> =>
    body instanceof Buffer
      ? ask(`/ext${path}`, { cookie, 'content-type': 'image/png' }, { method, body })
      : ask(
          `/ext${path}`,
          { cookie, 'content-type': 'application/json' },
          { method, ...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}) },
        );
}
const themeIn = ({ body }: Answer): Theme => JSON.parse(body.toString('utf8'));
const configIn = ({ body }: Answer): BrandingConfig => JSON.parse(body.toString('utf8'));
const fileIn = ({ body }: Answer): { file: string } => JSON.parse(body.toString('utf8'));
const manifestIn = ({ body }: Answer): { name: string; icons: { src: string }[] } =>
  JSON.parse(body.toString('utf8'));
const configAt = async (host: string): Promise<BrandingConfig> =>
  configIn(await ask('/ext/assets/custom/config.json', { host }));

test('[BRAND-10] each host shows its own brand: config, page, manifest; another one the installation, whoever asks', async () => {
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  const reseller = await signIn('r@example.com');
  assert.equal((await configAt('nobody.example')).title, 'Rastro');
  const { file } = fileIn(await reseller('POST', '/theme/files?use=icon', makePng(200, 100)));
  const logo = fileIn(await reseller('POST', '/theme/files?use=logo', makePng(200, 100)));
  const theme = { ...EMPTY_THEME, title: 'Frota <b>', color: '#0a7d4f', icon: file, headLogo: logo.file };
  const saved = await reseller('PUT', '/theme', { ...theme, whatsapp: '+55 11 5555' });
  assert.equal(saved.status, 200, saved.body.toString());
  const { owner } = themeIn(saved);
  await admin('PUT', '/theme', { ...EMPTY_THEME, title: 'Central', dataPolicy: 'https://central.example/p' });
  assert.equal(
    (await admin('POST', `/theme/domains?owner=${owner}`, { domain: 'Frota.example' })).status,
    200,
  );
  assert.equal((await configAt('frota.example')).title, 'Central', 'a claim shows nothing');
  const trusted = await admin('POST', `/theme/domains/frota.example/check?owner=${owner}&trust=true`);
  assert.equal(trusted.status, 200, trusted.body.toString());

  for (const host of ['frota.example', 'FROTA.example:8082', 'frota.example.']) {
    const config = await configAt(host);
    assert.deepEqual([config.title, config.color, config.dataPolicy], ['Frota <b>', '#0a7d4f', null], host);
    const picture = await ask(config.headLogo ?? '', { host });
    assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/webp']);
  }
  for (const host of [
    'localhost',
    'frota.example.evil',
    'xfrota.example',
    '[::1]:8082',
    'a b',
    'frota.example/x',
  ]) {
    const { status, body } = await ask('/ext/assets/custom/config.json', { host });
    if (status === 200) assert.equal(JSON.parse(body.toString()).title, 'Central', host);
    assert.ok(!body.includes('Frota'), host);
  }
  const forwarded = { host: 'localhost', 'x-forwarded-host': 'frota.example' };
  const believed = configIn(await ask('/ext/assets/custom/config.json', forwarded));
  assert.equal(believed.title, 'Central', 'a client claims to be a proxy');

  const manifest = manifestIn(await ask('/manifest.webmanifest', { host: 'frota.example' }));
  assert.equal(manifest.name, 'Frota <b>');
  for (const { src } of manifest.icons) {
    const icon = await ask(src, { host: 'frota.example' });
    assert.deepEqual([icon.status, icon.headers['content-type']], [200, 'image/png'], src);
  }
  const plain = await ask('/assets/custom/config.json', { host: 'frota.example' });
  const { etag, vary } = plain.headers;
  assert.match(String(vary), /Host/);
  assert.equal(configIn(plain).title, 'Frota <b>');
  for (const path of ['/assets/custom/config.json', '/ext/assets/custom/config.json']) {
    const again = await ask(path, { host: 'frota.example', 'if-none-match': String(etag) });
    assert.deepEqual([again.status, again.body.length], [304, 0], path);
    const other = await ask(path, { host: 'localhost', 'if-none-match': String(etag) });
    assert.equal(other.status, 200, 'another brand is another answer');
  }
});

test('[BRAND-11] brand × role: administrators write every brand, resellers their own, nobody else any; nothing leaks', async () => {
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  const reseller = await signIn('r@example.com');
  const rival = await signIn('s@example.com');
  const user = await signIn('u@example.com');
  const { owner, look: theme } = themeIn(await reseller('GET', '/theme'));
  const body = { ...theme, title: 'Stolen' };
  const calls = [
    ['GET', '/theme', undefined],
    ['PUT', '/theme', body],
    ['POST', '/theme/undo', undefined],
    ['POST', '/theme/files', makePng(9, 9)],
    ['POST', '/theme/domains', { domain: 'b.example' }],
    ['POST', '/theme/domains/frota.example/check', undefined],
    ['DELETE', '/theme/domains/frota.example', undefined],
  ] as const;
  for (const [method, path, sent] of calls) {
    for (const at of ['', `?owner=${owner}`, '?owner=0'])
      assert.equal((await user(method, path + at, sent)).status, 403, `user ${method} ${path}${at}`);
    for (const at of [`?owner=${owner}`, '?owner=0'])
      assert.equal((await rival(method, path + at, sent)).status, 403, `rival ${method} ${path}${at}`);
    const cookieless = await ask(`/ext${path}`, {}, { method });
    assert.equal(cookieless.status, 401, `nobody ${method} ${path}`);
  }
  assert.equal((await configAt('frota.example')).title, 'Frota <b>');
  const foreign = await rival('PUT', '/theme', { ...EMPTY_THEME, headLogo: theme.headLogo });
  assert.match(foreign.body.toString(), /no picture of this brand/);
  assert.equal(
    (await rival('POST', '/theme/domains', { domain: 'frota.example' })).status,
    200,
    'a claim is free',
  );
  const answer = await rival('POST', '/theme/domains/frota.example/check?trust=true');
  assert.match(answer.body.toString(), /^Domain not verified/, 'his own word does not count');
  const { domain, token } = themeIn(await rival('GET', '/theme')).domains[0] ?? assert.fail();
  const known = await ask('/.well-known/rastro-domain', { host: domain });
  assert.notEqual(known.body.toString(), token, 'that it leads here is no proof for him');
  const rivalId = themeIn(await rival('GET', '/theme')).owner;
  const taken = await admin('POST', `/theme/domains/frota.example/check?owner=${rivalId}&trust=true`);
  assert.match(taken.body.toString(), /^Domain taken/);
  assert.equal(themeIn(await admin('GET', `/theme?owner=${owner}`)).look.title, 'Frota <b>');
});

test('[BRAND-12] a draft is shown to nobody; publishing, undoing and a restart keep what was said', async () => {
  const reseller = await signIn('r@example.com');
  const { look: theme } = themeIn(await reseller('GET', '/theme'));
  const draft = themeIn(await reseller('PUT', '/theme?draft=true', { ...theme, title: 'Later' }));
  assert.deepEqual([draft.isDraft, draft.look.title, draft.published?.title], [true, 'Later', 'Frota <b>']);
  assert.equal((await configAt('frota.example')).title, 'Frota <b>');
  assert.equal(themeIn(await reseller('POST', '/theme/undo')).look.title, 'Frota <b>', 'the draft is gone');
  await reseller('PUT', '/theme', { ...theme, title: 'Later' });
  assert.equal((await configAt('frota.example')).title, 'Later');
  assert.equal(themeIn(await reseller('POST', '/theme/undo')).look.title, 'Frota <b>', 'what was before');
  const log = await signIn(ADMIN.ADMIN_EMAIL);
  const lines = (await log('GET', '/server/logs?objectType=brand')).body.toString();
  assert.match(lines, /"undo".*"edit"/s);
  await server.close();
  server = await start();
  const config = await configAt('frota.example');
  assert.equal(config.title, 'Frota <b>');
  assert.equal((await ask(config.headLogo ?? '')).status, 200);
});

test('[BRAND-17] two who write one brand: the second is refused and told who was first; nothing is lost', async () => {
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  const reseller = await signIn('r@example.com');
  const seen = themeIn(await reseller('GET', '/theme'));
  const at = `/theme?owner=${seen.owner}&version=${seen.version}`;
  const first = themeIn(await admin('PUT', `${at}&draft=true`, { ...seen.look, title: 'Theirs' }));
  assert.notEqual(first.version, seen.version);
  for (const [method, path] of [
    ['PUT', `${at}&draft=true`],
    ['PUT', at],
    ['POST', at.replace('/theme', '/theme/undo')],
  ] as const) {
    const late = await reseller(method, path, method === 'PUT' ? { ...seen.look, title: 'Mine' } : undefined);
    assert.deepEqual([late.status, late.body.toString().split(' - ')[0]], [409, 'Brand changed'], path);
  }
  const stored = themeIn(await reseller('GET', '/theme'));
  assert.deepEqual([stored.look.title, stored.isDraft, stored.version], ['Theirs', true, first.version]);
  assert.ok(stored.changed !== null && Date.parse(stored.changed.at) > 0);
  assert.equal(stored.changed.by, first.changed?.by);
  // Pictures and domains are not among the fields that concurrent writes could overwrite.
  await reseller('POST', '/theme/files?use=logo', makePng(20, 10));
  const over = await reseller('PUT', `/theme?draft=true&version=${first.version}`, seen.look);
  assert.equal(over.status, 200, over.body.toString());
  assert.equal(themeIn(await reseller('POST', '/theme/undo')).version, seen.version);
});

test('[BRAND-13] what is no colour, page, picture or domain is refused with its reason', async () => {
  const reseller = await signIn('r@example.com');
  const wrong = async (method: string, path: string, body: object, reason: RegExp) => {
    const { status, body: text } = await reseller(method, path, body);
    assert.equal(status, 400, path);
    assert.match(text.toString(), reason);
  };
  await wrong('PUT', '/theme', { ...EMPTY_THEME, color: 'red;}' }, /color/);
  await wrong('PUT', '/theme', { ...EMPTY_THEME, dataPolicy: 'javascript:alert(1)' }, /dataPolicy/);
  await wrong('PUT', '/theme', { ...EMPTY_THEME, whatsapp: 'javascript:alert(1)' }, /whatsapp/);
  await wrong('PUT', '/theme', { ...EMPTY_THEME, headLogo: '../../rastro.sqlite' }, /headLogo/);
  await wrong('POST', '/theme/domains', { domain: 'a b' }, /domain/);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await wrong('POST', '/theme/files', svg, /picture/);
  await wrong('POST', '/theme/files', Buffer.concat([makePng(4, 4).subarray(0, 40), svg]), /picture/);
  const large = await reseller('POST', '/theme/files', Buffer.alloc(20_000_000));
  assert.equal(large.status, 413);
});

test('[BRAND-25] the domain of a reseller waits in his brand until it is verified; given up it is gone for good', async () => {
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  const reseller = await signIn('s@example.com');
  const account = server.tracker?.directory.users.byKey('s@example.com') ?? assert.fail();
  const put = async (domain: string): Promise<number> => {
    const authorization = `Basic ${btoa(`${ADMIN.ADMIN_EMAIL}:${ADMIN.ADMIN_PASSWORD}`)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const url = `${server.url}/api/users/${account.id}`;
    const user = (await (await fetch(url, { headers })).json()) as User;
    const attributes = { ...user.attributes, 'rastro.resellerDomain': domain };
    const body = JSON.stringify({ ...user, name: 'Seller', attributes });
    return (await fetch(url, { method: 'PUT', headers, body })).status;
  };
  assert.equal(await put('no domain'), 400);
  const seen = async () => themeIn(await reseller('GET', '/theme')).domains;
  const before = await seen();
  assert.ok(before.every(({ domain }) => domain !== 'no domain'));
  assert.equal(await put('s-fleet.example'), 200);
  const waiting = (await seen()).find(({ domain }) => domain === 's-fleet.example');
  assert.equal(waiting?.state, 'waiting');
  assert.equal((await seen()).length, before.length + 1, 'it is put there once');
  const path = `/theme/domains/s-fleet.example/check?owner=${account.id}&trust=true`;
  const verified = themeIn(await admin('POST', path)).domains;
  assert.equal(verified.find(({ domain }) => domain === 's-fleet.example')?.state, 'verified');
  const gone = await reseller('DELETE', '/theme/domains/s-fleet.example');
  assert.equal(gone.status, 200, gone.body.toString());
  assert.deepEqual(await seen(), before);
  const now = server.tracker?.directory.users.byKey('s@example.com');
  assert.deepEqual(now?.attributes, { 'rastro.reseller': true }, 'it is out of his account, too');
});

test('[BRAND-14] a standard installation refuses to change brands, and the host of a trusted proxy counts', async () => {
  await server.close();
  server = await start({ LICENSE_MODE: 'standard', TRUST_PROXY: 'true' });
  const admin = await signIn(ADMIN.ADMIN_EMAIL);
  for (const [method, path] of [
    ['GET', '/theme'],
    ['PUT', '/theme'],
    ['POST', '/theme/undo'],
    ['POST', '/theme/domains'],
  ] as const) {
    const { status, body } = await admin(method, path, method === 'PUT' ? EMPTY_THEME : undefined);
    assert.deepEqual(
      [status, body.toString()],
      [403, 'Plus required - This installation does not have Plus'],
    );
  }
  const forwarded = { host: '127.0.0.1', 'x-forwarded-host': 'evil.example, frota.example' };
  const config = configIn(await ask('/ext/assets/custom/config.json', forwarded));
  assert.equal(config.title, 'Frota <b>');
  const headers = { ...forwarded, origin: 'http://frota.example' };
  assert.notEqual((await ask('/api/server', headers)).status, 403, 'its origin is ours');
  assert.equal((await ask('/api/server', { ...headers, origin: 'http://evil.example' })).status, 403);
});
