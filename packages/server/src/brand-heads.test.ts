import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import pino from 'pino';
import { EMPTY_THEME } from '@rastro/fleet';
import { makePng, startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import { hashPassword, PLAIN_ACCOUNT } from '@rastro/tracker';
import { runServer, type RunningServer } from './run-server.ts';
import { readSettings } from './settings/read-settings.ts';

const PASSWORD = 'a brand of its own';
const folder = mkdtempSync(join(tmpdir(), 'rastro-heads-'));
let smtp: SmtpSimulator;
let server: RunningServer;
before(async () => {
  smtp = await startSmtpSimulator();
  server = await runServer(
    readSettings(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: folder,
        PROTOCOLS: '',
        MAP_STYLE_URL: '',
        POSTCODE_URL: '',
        PUBLIC_URL: 'http://central.example',
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: PASSWORD,
        SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
        MAIL_FROM: 'Central <no-reply@central.example>',
      },
      null,
    ),
    pino({ level: 'silent' }),
  );
  await openBrands();
});
after(async () => {
  await server.close();
  await smtp.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}
interface Asked {
  readonly method?: string;
  readonly body?: object;
  readonly host?: string;
}
type Caller = (path: string, asked?: Asked) => Promise<Answer>;

/** Any host may be named; `fetch` names its own. */
const call = (path: string, headers: Record<string, string>, method: string, body: Buffer | null) =>
  new Promise<Answer>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path, method, headers };
    const asked = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (part: Buffer) => chunks.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
    });
    asked.on('error', reject);
    asked.end(body ?? undefined);
  });

async function signIn(email: string): Promise<Caller> {
  const form = new URLSearchParams({ email, password: PASSWORD });
  const url = `http://127.0.0.1:${server.port}/api/session`;
  const reply = await fetch(url, { method: 'POST', body: form });
  assert.equal(reply.status, 200, email);
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return async (path, { method = 'GET', body, host = 'central.example' } = {}) => {
    const type = body instanceof Buffer ? 'image/png' : 'application/json';
    const sent =
      body === undefined ? null : body instanceof Buffer ? body : Buffer.from(JSON.stringify(body));
    const answer = await call(
      path,
      { cookie, host, ...(sent ? { 'content-type': type } : {}) },
      method,
      sent,
    );
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body.toString()}`);
    return answer;
  };
}

const ids = new Map<string, number>();
const idOf = (name: string): number => ids.get(name) ?? assert.fail(name);
async function addUser(name: string, manager: string | null, attributes = {}): Promise<void> {
  const { users, links } = server.tracker?.directory ?? assert.fail();
  const passwordHash = await hashPassword(PASSWORD);
  const email = `${name}@example.com`;
  const { id } = await users.create({
    ...PLAIN_ACCOUNT,
    passwordHash,
    name,
    email,
    userLimit: 5,
    attributes,
  });
  ids.set(name, id);
  if (manager === null) return;
  const above = {
    ownerKind: 'user',
    ownerId: idOf(manager),
    propertyKind: 'managedUser',
    propertyId: id,
  } as const;
  await links.change([above], []);
}

/** Two resellers with a domain each: one with a logo and a colour, one with its name alone. */
async function openBrands(): Promise<void> {
  const reseller = { 'rastro.reseller': true };
  await addUser('north', null, reseller);
  await addUser('south', null, reseller);
  await addUser('foreman', 'north');
  await addUser('driver', 'foreman');
  await addUser('southerner', 'south');
  await addUser('alone', null);
  const admin = await signIn('admin@example.com');
  for (const name of ['north', 'south']) {
    const owner = idOf(name);
    const domain = `${name}.example`;
    await admin(`/ext/theme/domains?owner=${owner}`, { method: 'POST', body: { domain } });
    await admin(`/ext/theme/domains/${domain}/check?owner=${owner}&trust=true`, { method: 'POST' });
  }
  const north = await signIn('north@example.com');
  const uploaded = await north('/ext/theme/files?use=logo', { method: 'POST', body: makePng(300, 100) });
  const { file } = JSON.parse(uploaded.body.toString()) as { file: string };
  const theme = { ...EMPTY_THEME, title: 'Frota & Norte', color: '#0a7d4f', headLogo: file };
  await north('/ext/theme', { method: 'PUT', body: theme });
  const south = await signIn('south@example.com');
  await south('/ext/theme', { method: 'PUT', body: { ...EMPTY_THEME, title: 'Sur "Flotas"\r\nBcc: x' } });
}

const RANGE = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
const LOGO = /\/Subtype \/Image/;
/** Author that a PDF names; none where its end is missing. */
function authorOf(pdf: string): string {
  const [, at = 'none'] = /\/Author (\d+) 0 R/.exec(pdf) ?? [];
  const [, author = ''] = new RegExp(`\\n${at} 0 obj\\n\\((.*)\\)\\n`).exec(pdf) ?? [];
  return pdf.trimEnd().endsWith('%%EOF') ? author : '';
}
const pdfAt = async (caller: Caller, form: string, host: string): Promise<string> =>
  (await caller(`/api/reports/trips/pdf?form=${form}&${RANGE}`, { host })).body.toString('latin1');

/** The one sheet of a spreadsheet. */
function rowsOf(file: Buffer): string {
  const path = 'xl/worksheets/sheet1.xml';
  const isHead = (at: number): boolean => at >= 30 && file.readUInt32LE(at - 30) === 0x04034b50;
  let at = file.indexOf(path);
  // Others speak of it before it comes.
  while (at !== -1 && !isHead(at)) at = file.indexOf(path, at + 1);
  return inflateRawSync(file.subarray(at + path.length)).toString();
}

test('[BRAND-40] a report that is fetched is headed by the brand of the host by which its reader came', async () => {
  const reader = await signIn('southerner@example.com');
  for (const form of ['standard', 'table']) {
    const north = await pdfAt(reader, form, 'north.example');
    assert.equal(authorOf(north), 'Frota & Norte', form);
    assert.match(north, LOGO, form);
    const south = await pdfAt(reader, form, 'SOUTH.example:8082');
    assert.match(authorOf(south), /^Sur "Flotas"/, form);
    assert.doesNotMatch(south, LOGO, 'a brand without a logo has none, and nobody else lends his');
    const stranger = await pdfAt(reader, form, 'north.example.evil');
    assert.equal(authorOf(stranger), 'Rastro', form);
    assert.doesNotMatch(stranger, LOGO);
  }
  const sheet = await reader(`/api/reports/trips/xlsx?${RANGE}`, { host: 'north.example' });
  const text = rowsOf(sheet.body);
  assert.match(text, /<oddHeader>&amp;L&amp;B Frota &amp;&amp; Norte&amp;R /);
  assert.match(text, /<c r="A1" s="2" t="inlineStr"><is><t xml:space="preserve">Frota &amp; Norte</);
  const vehicles = await reader('/api/reports/devices/xlsx', { host: 'north.example' });
  assert.match(rowsOf(vehicles.body), /<oddHeader>&amp;L&amp;B Frota &amp;&amp; Norte&amp;R /);
  const bare = await reader('/api/reports/devices/xlsx', { host: 'nobody.example' });
  assert.match(rowsOf(bare.body), /<oddHeader>&amp;L&amp;B Rastro&amp;R /);
});

/** The next mail to a user. */
async function mailTo(name: string, begin: () => Promise<unknown>): Promise<string> {
  const isOwn = (to: readonly string[]): boolean => to.includes(`${name}@example.com`);
  const before = smtp.mails.length;
  await begin();
  const end = Date.now() + 20_000;
  for (;;) {
    const found = smtp.mails.slice(before).find(({ to }) => isOwn(to));
    if (found) return found.source.replaceAll('=\r\n', '');
    if (Date.now() > end) throw new Error(`no mail to ${name}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const fromOf = (source: string): string => /^From: (.*)$/m.exec(source)?.[1]?.trim() ?? '';

test("[BRAND-41] a mail goes out under the name of its reader's brand: the nearest above him, else the operator's", async () => {
  const mailed = (name: string) =>
    mailTo(name, async () =>
      (await signIn(`${name}@example.com`))(`/api/reports/trips/mail?format=pdf&${RANGE}`, {
        host: 'south.example',
      }),
    );
  for (const name of ['north', 'foreman', 'driver']) {
    const source = await mailed(name);
    assert.equal(fromOf(source), '"Frota & Norte" <no-reply@central.example>', name);
    assert.match(source, /Frota &amp; Norte/);
    assert.match(source, /Content-Id: <logo@mail>/i, 'the logo travels with it');
    const [, coded = ''] =
      /filename="?[^\s]*\.pdf"?\s+(?:Content-[^\r\n]+\s+)*([A-Za-z\d+/=\s]+)/.exec(source) ?? [];
    const pdf = Buffer.from(coded, 'base64').toString('latin1');
    assert.equal(
      authorOf(pdf),
      'Frota & Norte',
      'what is mailed is headed like the mail, whatever host it was asked at',
    );
    assert.match(pdf, LOGO);
  }
  const south = await mailed('southerner');
  assert.match(fromOf(south), /Sur .*Flotas/);
  assert.doesNotMatch(south, /^Bcc:/m, 'a name adds no header');
  assert.equal(fromOf(await mailed('alone')), 'Central <no-reply@central.example>');
  const recovered = await mailTo('driver', () =>
    call(
      '/api/session/password',
      { 'content-type': 'application/json' },
      'POST',
      Buffer.from(JSON.stringify({ email: 'driver@example.com' })),
    ),
  );
  assert.equal(fromOf(recovered), '"Frota & Norte" <no-reply@central.example>');
});

test('[BRAND-43] a link for a new password leads to the domain of the reader’s brand, and to no other that is named', async () => {
  const linkFor = async (name: string, headers: Record<string, string>): Promise<string> => {
    const { origin = '', ...more } = headers;
    const body = { email: `${name}@example.com`, requested_from: origin };
    const sent = Buffer.from(JSON.stringify(body));
    const type = { 'content-type': 'application/json' };
    const mail = await mailTo(name, () => call('/api/session/password', { ...type, ...more }, 'POST', sent));
    return /href=3D"(\S+?)\/login\/recover\/[\w-]+"/.exec(mail)?.[1] ?? mail;
  };
  // Each once: one account is written to once a minute.
  assert.equal(await linkFor('foreman', { host: 'NORTH.example:8082' }), 'http://north.example');
  assert.equal(await linkFor('north', { host: 'north.example' }), 'http://north.example');
  assert.equal(await linkFor('southerner', { host: 'north.example' }), 'http://south.example', 'a rival');
  assert.equal(
    await linkFor('admin', { host: 'south.example' }),
    'http://central.example',
    'nobody above him',
  );
  const named = { host: 'evil.example', origin: 'https://evil.example' };
  assert.equal(await linkFor('alone', named), 'http://central.example');
  const proxied = { host: 'central.example', 'x-forwarded-host': 'north.example' };
  assert.equal(await linkFor('south', proxied), 'http://south.example', 'their own, whatever is named');
});
