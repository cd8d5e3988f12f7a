import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseSmtpServer } from '@rastro/outgoing';
import { startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import { eventually, NO_OUTGOING, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { hashPassword } from '../access/passwords.ts';
import { NO_BRANDS } from './brand-heads.ts';

const HOSTILE = '<b>Eva</b>"\u202E';
const ZONE = 'America/Bogota';
/** Verified domains of brands, by whose they are. */
const domains = new Map<number, string>();
let smtp: SmtpSimulator;
let t: TestTracker;
before(async () => {
  smtp = await startSmtpSimulator({ user: 'ana', password: 'secret' });
  const server = parseSmtpServer(`smtp://ana:secret@127.0.0.1:${smtp.port}`);
  assert.ok(server.ok);
  t = await openTestTracker({
    outgoing: { ...NO_OUTGOING, mail: { server: server.value, from: 'no-reply@example.com' } },
    brands: {
      ...NO_BRANDS,
      title: 'Frota Viva',
      headOf: (owner) => (domains.has(owner) ? { name: 'Rota Certa', colour: null } : null),
      domainOf: (owner) => domains.get(owner) ?? null,
      mailHeadOf: async () => ({
        name: null,
        colour: '#0a7d4f',
        logo: null,
        contacts: ['help@viva.example'],
      }),
    },
  });
});
after(async () => {
  await t.dispose();
  smtp.close();
});

/** The newest mail to an address that came since, its bodies decoded. */
async function mailed(to: string, begin: () => Promise<unknown>) {
  const before = smtp.mails.length;
  await begin();
  const find = () => smtp.mails.slice(before).find((mail) => mail.to.includes(to));
  await eventually(() => find() !== undefined);
  const source = find()?.source ?? '';
  const bodyOf = (type: string): string => {
    const [, head = '', body = ''] =
      new RegExp(`Content-Type: ${type}([^]*?)\\r\\n\\r\\n([^]*?)\\r\\n----`).exec(source) ?? [];
    if (head.includes('base64')) return Buffer.from(body, 'base64').toString();
    const bytes = body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString();
  };
  return { source, html: bodyOf('text/html'), text: bodyOf('text/plain') };
}

test('[MAIL-105] every kind of mail has both bodies, the look of the brand, a button, a footer and the zone of its reader; names stay text', async () => {
  const attributes = { 'rastro.lang': 'en', timezone: ZONE };
  const managerId = await t.addUser({
    email: 'manager@example.com',
    userLimit: 5,
    administrator: true,
    attributes,
  });
  const manager = await t.signIn(managerId);
  const passwordHash = await hashPassword('old password');
  const email = 'reader@example.com';
  const id = await t.addUser({ name: HOSTILE, email, attributes, passwordHash });
  const reader = await t.signIn(id);
  await t.api('POST', '/devices', reader, { name: HOSTILE, uniqueId: '77' });
  const to = async (path: string, cookie: string, body?: object, method = 'POST'): Promise<void> => {
    const { status, text } = await t.api(method, path, cookie, body);
    assert.ok(status < 300, `${path}: ${text}`);
  };
  const period = 'from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z';
  const invited = { name: '<b>Bea</b>"', email: 'new@example.com', attributes };
  const kinds: Readonly<Record<string, readonly [to: string, begin: () => Promise<unknown>]>> = {
    test: [email, () => to('/notifications/test/mail', reader)],
    announcement: [
      email,
      () => to(`/notifications/send/mail?userId=${id}`, manager, { subject: HOSTILE, body: HOSTILE }),
    ],
    report: [email, () => to(`/reports/trips/mail?${period}`, reader, undefined, 'GET')],
    invitation: ['new@example.com', () => to('/users?invite=true', manager, invited)],
    reset: [email, () => t.api('POST', '/password/reset', undefined, new URLSearchParams({ email }))],
    deletion: [
      'manager@example.com',
      () => to('/account/deletion', reader, { currentPassword: 'old password' }),
    ],
    change: [
      email,
      async () => {
        const own = (await t.api('GET', `/users/${id}`, manager)).json as object;
        const put = { ...own, name: 'Eva', password: 'another password' };
        await to(`/users/${id}`, manager, put, 'PUT');
      },
    ],
  };
  for (const [kind, [address, begin]] of Object.entries(kinds)) {
    const { source, html, text } = await mailed(address, begin);
    assert.match(source, /^From: Frota Viva <no-reply@example\.com>/m, kind);
    for (const body of [html, text]) {
      assert.match(body, /America\/Bogota \(GMT-5\)/, `${kind}: zone`);
      assert.match(body, /You receive/, `${kind}: reason`);
      assert.match(body, /help@viva\.example/, `${kind}: contact`);
      assert.match(body, /https:\/\/fleet\.example\.com/, `${kind}: link`);
      assert.doesNotMatch(body, /\u202E/, kind);
    }
    assert.match(html, /class="button"/, `${kind}: button`);
    assert.match(html, /#0a7d4f/, `${kind}: colour`);
    assert.doesNotMatch(html, /<b>/, `${kind}: names stay text`);
    assert.ok(Buffer.byteLength(html) + Buffer.byteLength(text) < 60_000, kind);
  }
});

test('[MAIL-106] whoever is called like an address is not greeted by it', async () => {
  const email = 'spam@example.com';
  await t.addUser({ name: 'Win at http://evil.example/x', email, attributes: { 'rastro.lang': 'en' } });
  const { html, text } = await mailed(email, () =>
    t.api('POST', '/password/reset', undefined, new URLSearchParams({ email })),
  );
  for (const body of [html, text]) {
    assert.doesNotMatch(body, /evil/);
    assert.match(body, /Hello,/);
  }
});

test('[MAIL-107] mails to people of a reseller lead to the domain of their brand; of nobody, where the operator said', async () => {
  const attributes = { 'rastro.lang': 'en', 'rastro.reseller': true };
  const email = 'seller@example.com';
  const sellerId = await t.addUser({ email, userLimit: -1, attributes });
  const customerId = await t.addUser({ email: 'customer@example.com', attributes: { 'rastro.lang': 'en' } });
  const managerId = await t.addUser({ email: 'boss@example.com', administrator: true });
  const links = [customerId, managerId].map((propertyId) => ({
    ownerKind: 'user' as const,
    ownerId: sellerId,
    propertyKind: 'managedUser' as const,
    propertyId,
  }));
  await t.tracker.directory.links.change(links, []);
  domains.set(sellerId, 'frota.example');
  const ask = (address: string) =>
    mailed(address, () =>
      t.api('POST', '/password/reset', undefined, new URLSearchParams({ email: address })),
    );
  for (const address of [email, 'customer@example.com']) {
    const { html, text } = await ask(address);
    assert.match(text, /https:\/\/frota\.example\/login\/recover\//, address);
    for (const body of [html, text]) assert.doesNotMatch(body, /fleet\.example\.com/, address);
  }
  assert.match((await ask('boss@example.com')).text, /https:\/\/fleet\.example\.com\/login\/recover\//);
  const customer = await t.signIn(customerId);
  const { text } = await mailed('customer@example.com', () =>
    t.api('POST', '/notifications/test/mail', customer),
  );
  assert.match(text, /https:\/\/frota\.example/);
  assert.doesNotMatch(text, /fleet\.example\.com/);
});
