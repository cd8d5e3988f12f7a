/** For tests: bodies that routes accept, for those who walk every route. */
export const LAYOUT = { name: 'Morning', period: { preset: 'today' }, widgets: [] };
export const ORDER = { customer: 'Bakery', place: { address: 'Main Street 1' } };
export const ROUTE = { day: '2026-12-01', deviceId: 1, beginsAt: '2026-12-01T08:00:00Z' };
export const DAY_PLAN = { day: ROUTE.day, vehicles: [{ deviceId: 1, beginsAt: ROUTE.beginsAt }] };
/** One row of a file of a fuel card. */
export const CARD_FILE = {
  rows: [{ row: 2, cells: ['ABC1D23', '05/11/2026', '9,00'] }],
  mapping: { provider: 'Card', columns: { plate: 0, date: 1, value: 2 }, decimal: ',', date: 'dmy' },
  zone: 'UTC',
};
export const COST = { deviceId: 1, kind: 'fuel', cents: 100, from: '2026-01-01', to: '2026-01-01' };
export const LEASE = { deviceId: 1, kind: 'lease', cents: 100, first: '2026-01-01', everyMonths: 1 };
export const HOURS_SETTINGS = {
  family: 'BR',
  zone: 'America/Sao_Paulo',
  service: 'goods',
  crew: 1,
  agreements: [],
  isInternational: false,
  version: 0,
};
export const HOURS_CORRECTION = {
  id: '3f0cf3a4-6a55-4d5e-9f0a-6b3f6f0f6c12',
  kind: 'rest',
  begin: '2026-01-05T10:00:00Z',
  end: '2026-01-05T11:00:00Z',
  reason: 'asked the driver',
};
/** A step of a driver. */
export const DRIVER_STEPS = {
  sentAt: '2026-01-01T10:00:00Z',
  steps: [
    { id: '3f0cf3a4-6a55-4d5e-9f0a-6b3f6f0f6c12', orderId: 1, kind: 'done', at: '2026-01-01T10:00:00Z' },
  ],
};
export const CHECKLIST = {
  name: 'Daily',
  phases: ['before'],
  items: [{ id: 1, text: 'Brakes work', kind: 'yesNo' }],
};
export const INSPECTION = {
  key: '3f0cf3a4-6a55-4d5e-9f0a-6b3f6f0f6c13',
  checklistId: 1,
  revision: 1,
  deviceId: 1,
  phase: 'before',
  startedAt: '2026-01-01T10:00:00Z',
  finishedAt: '2026-01-01T10:05:00Z',
  answers: [{ itemId: 1, isOk: true }],
};
export const DRIVER_INSPECTION = { sentAt: '2026-01-01T10:05:00Z', inspection: INSPECTION };
export const DEFECT_STEP = { id: '3f0cf3a4-6a55-4d5e-9f0a-6b3f6f0f6c14', version: 1, kind: 'begin' };
export const HOURS_SIGNATURE = { month: '2026-01', hash: '0'.repeat(64), name: 'Dana' };
export const WALL = {
  name: 'Hall',
  layoutIds: [7],
  seconds: 30,
  expiration: '2099-01-01T00:00:00Z',
  loginToken: 'x',
  zone: 'UTC',
  language: 'en',
};
export const EVENT = { deviceId: 1, kind: 'braking', startTime: '2026-01-01T00:00:00Z' };
export const ANCHORED_ID = 71;
export const ANCHOR_ID = 72;
export const ANCHOR = {
  name: 'Van',
  area: 'CIRCLE (-23.5 -46.6, 150)',
  attributes: { isAnchor: true, deviceId: ANCHORED_ID },
};

export const PURCHASE = { version: 0, day: '2026-01-01', cents: 100, residualCents: 50, months: 60 };
export const BUDGET = { name: 'Fuel of all', deviceId: 1, span: 'month', cents: 100_000 };

/** Bodies that routes of the extension check before anything else. */
export const EXTENSION_BODIES: Readonly<Record<string, object>> = {
  '/ext/qr-driver': { id: 0 },
  '/ext/drivers/:id/qr-access': { username: 'dana' },
  '/ext/qr-codes': { deviceIds: [1] },
  '/ext/stock/codes': { deviceIds: [1] },
  '/ext/stock/movements': { deviceIds: [1], to: 'stock' },
  '/ext/users/:id/erasure': { name: 'Ana' },
  '/ext/drivers/:id/erasure': { name: 'Ana' },
  '/ext/coaching/cases': { ...EVENT, version: 0, state: 'open' },
  '/ext/coaching/contests': { ...EVENT, reason: 'a child on the road' },
  '/ext/coaching/contests/answer': { ...EVENT, state: 'accepted' },
  '/ext/qr-driver/contests': { ...EVENT, reason: 'a child on the road' },
  '/ext/layouts': LAYOUT,
  '/ext/layouts/:id': { revision: 1, base: LAYOUT, layout: LAYOUT },
  '/ext/layouts/order': { ids: [] },
  '/ext/layouts/default': LAYOUT,
  '/ext/walls': WALL,
  '/ext/orders': ORDER,
  '/ext/orders/import': { orders: [ORDER] },
  '/ext/orders/:id': { ...ORDER, version: 1 },
  '/ext/orders/:id/steps': { id: '3f0cf3a4-6a55-4d5e-9f0a-6b3f6f0f6c11', kind: 'cancel' },
  '/ext/orders/:id/arrival': {},
  '/ext/orders/messages': { moments: [] },
  '/ext/qr-driver/steps': DRIVER_STEPS,
  '/ext/routes': ROUTE,
  '/ext/routes/plan': DAY_PLAN,
  '/ext/routes/plan/save': { id: 'none' },
  '/ext/routes/times': { beginsAt: ROUTE.beginsAt },
  '/ext/routes/:id': { ...ROUTE, version: 1 },
  '/ext/costs': COST,
  '/ext/costs/:id': { ...COST, version: 1 },
  '/ext/costs/import': CARD_FILE,
  '/ext/costs/months': { month: '2025-01', isClosed: true },
  '/ext/costs/budgets': BUDGET,
  '/ext/costs/budgets/:id': { ...BUDGET, version: 1 },
  '/ext/costs/purchases/:id': PURCHASE,
  '/ext/costs/recurring': LEASE,
  '/ext/costs/recurring/:id': { ...LEASE, version: 1 },
  '/ext/checklists': CHECKLIST,
  '/ext/checklists/:id': { ...CHECKLIST, version: 1 },
  '/ext/inspections': INSPECTION,
  '/ext/defects/:id/steps': DEFECT_STEP,
  '/ext/qr-driver/inspections': DRIVER_INSPECTION,
  '/ext/working-hours/:id/settings': HOURS_SETTINGS,
  '/ext/working-hours/:id/corrections': HOURS_CORRECTION,
  '/ext/working-hours/:id/signatures': HOURS_SIGNATURE,
  '/ext/qr-driver/hours/signatures': HOURS_SIGNATURE,
  '/ext/autolink': { code: 'ABCD2345EFGH', name: 'Van' },
};
