import assert from 'node:assert/strict';
import { DAY_MS } from '@rastro/base';
import type { UserClient } from './user-client.ts';
import type { BothKinds, Kind, TestAccount } from './both-kinds.ts';

/** A reseller with all accounts below; each name in it has a unique word, and its vehicle a unique place. */
export interface Tree {
  readonly word: string;
  readonly latitude: string;
  readonly seller: TestAccount;
  readonly customer: TestAccount;
  /** Of all that was made, by kind. */
  readonly ids: Readonly<Record<string, number>>;
}
const ICS = Buffer.from(
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//t//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20200101T000000Z\r\nDTEND:20200101T010000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
).toString('base64');

/** Everything that a user can have, under one word. */
export async function growTree(
  both: BothKinds,
  kind: Kind,
  { word, latitude }: Pick<Tree, 'word' | 'latitude'>,
): Promise<Tree> {
  const root = await both.root(kind);
  const rank = { userLimit: -1, attributes: { 'rastro.reseller': true } };
  const seller = await both.account(kind, root, `${word}seller`, rank);
  const customer = await both.account(kind, seller.client, `${word}customer`, { userLimit: 2 });
  const ids: Record<string, number> = { user: customer.id, seller: seller.id };
  const make = async (
    name: string,
    path: string,
    body: object,
    who: UserClient = customer.client,
  ): Promise<number> => (ids[name] = (await who.json<{ id: number }>('POST', path, body)).id);
  const groupId = await make('group', '/api/groups', { name: `${word} yard` });
  const unique = `${word}-${kind}`;
  const deviceId = await make('device', '/api/devices', { name: `${word} van`, uniqueId: unique, groupId });
  await root.json('POST', '/api/permissions', { userId: seller.id, deviceId });
  await make('geofence', '/api/geofences', { name: `${word} fence`, area: 'CIRCLE (1 1, 100)' });
  await make('driver', '/api/drivers', { name: `${word} driver`, uniqueId: `${unique}-d` });
  const calendarId = await make('calendar', '/api/calendars', { name: `${word} hours`, data: ICS });
  const service = { name: `${word} oil`, type: 'totalDistance', start: 0, period: 1000 };
  const maintenanceId = await make('maintenance', '/api/maintenance', service);
  const sum = { description: `${word} sum`, attribute: 'x', expression: '1', type: 'number' };
  await make('attribute', '/api/attributes/computed', sum, root);
  const command = { description: `${word} command`, type: 'custom', attributes: { data: 'x' } };
  await make('command', '/api/commands', command);
  const rule = { description: `${word} rule`, type: 'deviceOnline', notificators: 'web', always: true };
  await make('notification', '/api/notifications', rule);
  await make('order', '/api/orders', { uniqueId: `${unique}-o`, description: `${word} order` });
  const report = { type: 'trips', description: `${word} report`, calendarId, attributes: {} };
  await make('report', '/api/reports', report);
  for (const pair of [{ userId: customer.id, attributeId: ids['attribute'] }])
    await root.json('POST', '/api/permissions', pair);
  await customer.client.json('POST', '/api/permissions', { deviceId, maintenanceId });
  const at = `id=${unique}&lat=${latitude}&lon=-46.6`;
  const port = both.server('embedded').protocols['osmand'];
  for (const more of ['', '&alarm=sos']) {
    const sent = await fetch(`http://127.0.0.1:${port}/?${at}${more}`);
    assert.equal(sent.status, 200);
  }
  const note = {
    deviceId,
    maintenanceId,
    time: new Date().toISOString(),
    odometer: 1000,
    hours: null,
    cost: null,
    notes: `${word} note`,
  };
  await customer.client.json('POST', '/api/services', note);
  await customer.client.json('POST', '/ext/costs/budgets', {
    name: `${word} budget`,
    deviceId,
    span: 'month',
    cents: 1000,
  });
  const purchase = { version: 0, day: '2026-01-01', cents: 1000, residualCents: 0, months: 60 };
  await customer.client.json('PUT', `/ext/costs/purchases/${deviceId}`, purchase);
  await customer.client.json('POST', '/ext/costs/recurring', {
    deviceId,
    kind: 'lease',
    cents: 1000,
    first: '2090-01-01',
    everyMonths: 1,
    supplier: `${word} bank`,
  });
  const items = [{ id: 1, text: `${word} brakes`, kind: 'yesNo' }];
  const checklist = { name: `${word} list`, phases: ['before'], items };
  await customer.client.json('POST', '/ext/checklists', checklist);
  const expiration = new Date(Date.now() + DAY_MS).toISOString();
  await customer.client.json('POST', '/ext/shares', { deviceId, expiration, label: `${word} share` });
  await seller.client.json('POST', '/ext/stock/movements', {
    deviceIds: [deviceId],
    to: 'stock',
    note: word,
  });
  return { word, latitude, seller, customer, ids };
}
