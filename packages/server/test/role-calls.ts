import { DAY_MS, HOUR_MS } from '@rastro/base';
import { BELOW_ID, type RoleClient } from './role-accounts.ts';
import {
  CARD_FILE,
  CHECKLIST,
  COST,
  DAY_PLAN,
  DEFECT_STEP,
  DRIVER_INSPECTION,
  DRIVER_STEPS,
  HOURS_CORRECTION,
  HOURS_SETTINGS,
  HOURS_SIGNATURE,
  INSPECTION,
  LAYOUT,
  BUDGET,
  LEASE,
  ORDER,
  PURCHASE,
  ROUTE,
} from './role-bodies.ts';
import type { RouteRule } from './route-rules.ts';

/** For tests: a call of a route, well-meant. */
export interface RoleCall {
  readonly method: string;
  readonly url: string;
  readonly sent: NonNullable<Parameters<RoleClient['call']>[2]>;
}

const NOBODY_ID = 99_999;
const ANCHOR = {
  name: 'Anchor',
  area: 'CIRCLE (-23.5 -46.6, 150)',
  attributes: { isAnchor: true, deviceId: 1 },
};
const CALENDAR = Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nEND:VCALENDAR\r\n');
const ORDER_STEP = { id: '3f0cf3a4-6a55-4d5e-9f0a-6b3f6f0f6c11', kind: 'cancel' };
const WALL = { name: 'Hall', layoutIds: [0], seconds: 30, loginToken: 'x', zone: 'UTC', language: 'en' };
let serial = 0;
const unique = (name: string): string => `${name}-${(serial += 1)}`;
const inAnHour = (): string => new Date(Date.now() + HOUR_MS).toISOString();

/** Bodies of routes that create or do something. */
const BODIES: Readonly<Record<string, () => unknown>> = {
  'POST /api/users': () => ({
    name: 'New',
    email: `${unique('new')}@example.com`,
    password: 'a long sentence',
  }),
  'POST /api/devices': () => ({ name: 'Van', uniqueId: unique('van') }),
  'POST /api/groups': () => ({ name: 'South' }),
  'POST /api/geofences': () => ({ name: 'Port', area: 'CIRCLE (-23.9 -46.3, 900)' }),
  'POST /api/drivers': () => ({ name: 'Eva', uniqueId: unique('driver') }),
  'POST /api/calendars': () => ({ name: 'Nights', data: CALENDAR.toString('base64') }),
  'POST /api/maintenance': () => ({ name: 'Tires', type: 'totalDistance', start: 0, period: 5000 }),
  'POST /api/commands': () => ({ description: 'Where', type: 'positionSingle', attributes: {} }),
  'POST /api/attributes/computed': () => ({
    description: 'Slow',
    attribute: 'slow',
    expression: 'speed < 3',
    type: 'boolean',
  }),
  'POST /api/attributes/computed/test': () => ({
    description: 'Slow',
    attribute: 'slow',
    expression: 'speed < 3',
    type: 'boolean',
  }),
  'POST /api/notifications': () => ({ type: 'deviceOffline', notificators: 'web' }),
  'POST /api/orders': () => ({ uniqueId: unique('order'), description: 'Sand' }),
  'POST /api/reports': () => ({ type: 'trips', description: 'Weekly', calendarId: 1, attributes: {} }),
  'POST /api/shares': () => ({ deviceIds: [1], expiration: inAnHour() }),
  'PUT /api/shares/:id': () => ({ expiration: inAnHour() }),
  'POST /api/commands/send': () => ({ deviceId: 1, type: 'positionSingle', attributes: {} }),
  'POST /api/users/:id/move': () => ({ userId: 0 }),
  'POST /api/devices/:id/move': () => ({ userId: 0 }),
  'PUT /api/devices/:id/accumulators': () => ({ deviceId: 1, totalDistance: 1000, hours: 3_600_000 }),
  'POST /ext/shares': () => ({ deviceIds: [1], expiration: inAnHour() }),
  'POST /ext/qr-driver': () => ({ id: 0 }),
  'PUT /ext/drivers/:id/qr-access': () => ({ username: unique('dana') }),
  'POST /ext/qr-codes': () => ({ deviceIds: [1] }),
  'POST /ext/stock/codes': () => ({ deviceIds: [1] }),
  'POST /ext/stock/movements': () => ({ deviceIds: [1], to: 'stock' }),
  'POST /ext/users/:id/erasure': () => ({ name: 'Somebody else' }),
  'POST /ext/drivers/:id/erasure': () => ({ name: 'Somebody else' }),
  'POST /ext/layouts': () => LAYOUT,
  'PUT /ext/layouts/:id': () => ({ revision: 1, base: LAYOUT, layout: LAYOUT }),
  'PUT /ext/layouts/order': () => ({ ids: [] }),
  'PUT /ext/layouts/default': () => LAYOUT,
  'POST /ext/orders': () => ORDER,
  'POST /ext/orders/import': () => ({ orders: [ORDER] }),
  'PUT /ext/orders/:id': () => ({ ...ORDER, version: 1 }),
  'POST /ext/orders/:id/steps': () => ORDER_STEP,
  'POST /ext/orders/:id/arrival': () => ({}),
  'PUT /ext/orders/messages': () => ({ moments: [] }),
  'POST /ext/qr-driver/steps': () => DRIVER_STEPS,
  'POST /ext/routes': () => ROUTE,
  'POST /ext/routes/plan': () => DAY_PLAN,
  'POST /ext/routes/plan/save': () => ({ id: 'none' }),
  'POST /ext/routes/times': () => ({ beginsAt: ROUTE.beginsAt }),
  'PUT /ext/routes/:id': () => ({ ...ROUTE, version: 1 }),
  'POST /ext/costs': () => COST,
  'PUT /ext/costs/:id': () => ({ ...COST, version: 1 }),
  'POST /ext/costs/import': () => CARD_FILE,
  'POST /ext/costs/months': () => ({ month: '2025-01', isClosed: true }),
  'POST /ext/costs/budgets': () => BUDGET,
  'PUT /ext/costs/budgets/:id': () => ({ ...BUDGET, version: 1 }),
  'PUT /ext/costs/purchases/:id': () => PURCHASE,
  'POST /ext/costs/recurring': () => LEASE,
  'PUT /ext/costs/recurring/:id': () => ({ ...LEASE, version: 1 }),
  'POST /ext/checklists': () => CHECKLIST,
  'PUT /ext/checklists/:id': () => ({ ...CHECKLIST, version: 1 }),
  'POST /ext/inspections': () => INSPECTION,
  'POST /ext/defects/:id/steps': () => DEFECT_STEP,
  'POST /ext/qr-driver/inspections': () => DRIVER_INSPECTION,
  'PUT /ext/working-hours/:id/settings': () => HOURS_SETTINGS,
  'POST /ext/working-hours/:id/corrections': () => HOURS_CORRECTION,
  'POST /ext/working-hours/:id/signatures': () => HOURS_SIGNATURE,
  'POST /ext/qr-driver/hours/signatures': () => HOURS_SIGNATURE,
  'POST /ext/walls': () => ({ ...WALL, expiration: inAnHour() }),
  'POST /ext/autolink': () => ({ code: 'ABCD2345EFGH', name: 'Van' }),
};
const FORMS: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'POST /api/session/token': () => ({ expiration: inAnHour() }),
  'POST /api/session/token/revoke': () => ({ token: 'none' }),
  'POST /api/session/password': () => ({ email: 'nobody@example.com' }),
  'POST /api/password/reset': () => ({ email: 'nobody@example.com' }),
  'POST /api/password/update': () => ({ token: 'none', password: 'a long sentence' }),
  'POST /api/share/device': () => ({ deviceId: '1', expiration: inAnHour() }),
  'POST /api/share/group': () => ({ groupId: '1', expiration: inAnHour() }),
};
/** Edits of these send back what is there. */
const EDITED =
  /^PUT \/api\/(?:users|devices|groups|geofences|drivers|calendars|maintenance|commands|attributes\/computed|notifications|orders)\/:id$|^PUT \/api\/server$/;
const READS_HISTORY =
  /reports|positions|tracks|events|commands\/(?:types|send|queue)|statistics|audit|computed\/(?:test|tries)|viewings|alarms/;

/** Address and body of a call that a rule is about; edits come from `editor`, who may read all. */
export async function callOf(rule: RouteRule, self: number, editor: RoleClient): Promise<RoleCall> {
  const { method, path } = rule;
  const key = `${method} ${path}`;
  const id = rule.self === true ? self : idFor(rule, key);
  const address = path
    .replace(':id', String(id))
    .replace(':uniqueId', 'van-1')
    .replace(':code', '01001000')
    .replace(':notificator', 'web')
    .replace(/:\w+/g, 'none');
  return { method, url: address + queryOf(rule), sent: await bodyOf(rule, { key, id, address }, editor) };
}

function idFor({ anchor }: RouteRule, key: string): number {
  if (anchor === true || key.startsWith('DELETE ') || key.endsWith('/move')) return NOBODY_ID;
  return /\/(?:api|ext)\/(?:users|session)\/:id/.test(key) ? BELOW_ID : 1;
}

function queryOf({ path, query }: RouteRule): string {
  const search = new URLSearchParams();
  if (query !== undefined) search.set(query, query === 'anchors' ? 'true' : '1');
  if (READS_HISTORY.test(path)) {
    search.set('deviceId', '1');
    search.set('from', new Date(Date.now() - DAY_MS).toISOString());
    search.set('to', new Date().toISOString());
  }
  if (path.includes('geocode')) {
    search.set('latitude', '-23.5');
    search.set('longitude', '-46.6');
    search.set('query', 'Santos');
  }
  return search.size > 0 ? `?${search.toString()}` : '';
}

interface Named {
  readonly key: string;
  readonly id: number;
  readonly address: string;
}
async function bodyOf(
  rule: RouteRule,
  { key, id, address }: Named,
  editor: RoleClient,
): Promise<RoleCall['sent']> {
  const headers = rule.sheet === true ? { headers: { accept: 'text/csv' } } : {};
  if (rule.method === 'GET') return headers;
  const form = FORMS[key]?.();
  if (form) return { form };
  if (rule.anchor === true)
    return { json: rule.path === '/api/permissions' ? { deviceId: 1, geofenceId: NOBODY_ID } : ANCHOR };
  if (rule.command === true)
    return {
      json: {
        deviceId: 1,
        type: rule.access === 'devices.lock' ? 'engineStop' : 'engineResume',
        attributes: {},
      },
    };
  if (rule.path.startsWith('/api/permissions')) {
    const pair =
      rule.links === undefined ? { userId: BELOW_ID, deviceId: 1 } : { deviceId: 1, [`${rule.links}Id`]: 1 };
    return { json: rule.path.endsWith('bulk') ? [pair] : pair };
  }
  if (EDITED.test(key)) return { json: await editor.json('GET', address) };
  if (rule.route.upload !== undefined) return { headers: { 'content-type': 'image/png' }, json: undefined };
  const json = BODIES[key]?.();
  return { json: json ?? { id } };
}
