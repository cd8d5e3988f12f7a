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
