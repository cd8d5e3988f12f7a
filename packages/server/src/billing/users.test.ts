import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { externalUsers } from '@rastro/extension';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { embeddedUsers } from './users-of-tracker.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a yard full of vans' };

test('[BILL-9] people, managers and vehicles are the same out of our own memory and by the API of another server', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-people-'));
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, PROTOCOLS: '', ...ADMIN };
  const server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const { tracker } = server;
  assert.ok(tracker);
  const body = new URLSearchParams({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
  const cookie = (await fetch(`${server.url}/api/session`, { method: 'POST', body })).headers.get(
    'set-cookie',
  );
  const headers = { cookie: cookie?.split(';')[0] ?? '', 'content-type': 'application/json' };
  const post = async (path: string, value: object): Promise<number> => {
    const reply = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(value) });
    assert.ok(reply.ok, `${path}: ${reply.status}`);
    return reply.status === 204 ? 0 : Number(Object(await reply.json()).id);
  };
  const userWith = (name: string, attributes: object) =>
    post('/api/users', {
      name,
      userLimit: -1,
      email: `${name}@example.com`,
      password: 'a yard of his own',
      attributes,
    });
  const reseller = await userWith('reseller', { 'rastro.reseller': true });
  const customer = await userWith('customer', { 'rastro.billingEnabled': true });
  await post('/api/permissions', { userId: reseller, managedUserId: customer });
  const groupId = await post('/api/groups', { name: 'Vans' });
  await post('/api/permissions', { userId: customer, groupId });
  const van = await post('/api/devices', {
    name: 'Van',
    uniqueId: 'van-1',
    groupId,
    attributes: { monthlyValue: 9000 },
  });
  const tokenReply = await fetch(`${server.url}/api/session/token`, { method: 'POST', headers });
  const sources = [
    embeddedUsers(tracker),
    externalUsers({ url: server.url, token: await tokenReply.text() }, 'rastro'),
  ];
  const signal = new AbortController().signal;
  for (const source of sources) {
    const users = await source.users(signal);
    const found = users.find(({ id }) => id === customer);
    assert.ok(found);
    assert.deepEqual([found.name, found.attributes['rastro.billingEnabled']], ['customer', true]);
    assert.ok(found.managers.includes(reseller));
    assert.deepEqual(await source.devicesOf(customer, signal), [{ deviceId: van, monthlyValue: 9000 }]);
    assert.deepEqual(await source.devicesOf(reseller, signal), []);
    const { email, userLimit, administrator } = found.account;
    assert.deepEqual([email, userLimit, administrator], ['customer@example.com', -1, false]);
    assert.equal((await source.contacts(signal)).get(van)?.isOnline ?? false, false);
    const seen = await source.lastSeen(signal);
    const here = users.find(({ account }) => account.administrator);
    assert.ok(here && seen.has(here.id));
    assert.ok(!seen.has(customer));
  }
});
