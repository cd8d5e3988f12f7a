import { DAY_MS } from '@rastro/base';
import { DEVICE_ATTRIBUTES, type Device, type Driver } from '@rastro/fleet';
import { addMonths, dateIn, dayOf, monthOf, type CivilDate } from '@rastro/fleet/billing';
import type { CostContent, CostPage, RecurringContent, RecurringPage } from '@rastro/fleet/costs';
import { addBudgets } from './demo-budgets.ts';
import type { DemoClient } from './demo-client.ts';

/** Vehicles that have costs. */
const VEHICLES = 14;
/** Days on which fuel was bought, before the one on which the demonstration begins. */
const FUEL_DAYS = [4, 11, 19, 26, 33, 41, 49, 57] as const;
/** Of the past that has fills. */
const CARD_DAYS = 16;
const STATIONS = ['Posto Ipiranga Centro', 'Posto Estrela', 'Rede Sol', 'Auto Posto Marginal'] as const;
const CENTS_PER_LITER = 619;
const YEAR_DAYS = 365;

type Line = Pick<CostContent, 'deviceId' | 'kind' | 'cents' | 'from' | 'to' | 'document'> &
  Partial<CostContent>;

/**
 * Costs of two months: fuel, tolls, service, a fine, a credit note, insurance over a year and leases; budgets and purchases. Each line has its
 * document, so that an interrupted start makes none twice; the month before the last is closed.
 * @param beganAt Where the past ends, in ms since 1970.
 */
export async function addCosts(customer: DemoClient, extension: string, beganAt: number): Promise<void> {
  const devices = (await customer.list<Device>('/api/devices')).slice(0, VEHICLES);
  const drivers = await customer.list<Driver>('/api/drivers');
  const today = dateIn('America/Sao_Paulo', beganAt);
  const page = await customer.call({ method: 'GET', path: `${extension}/costs?limit=500` });
  const { lines = [] }: Partial<CostPage> = Object(page);
  const known = new Set(lines.map(({ document }) => document));
  for (const [at, device] of devices.entries())
    for (const line of linesOf(device, at, beganAt)) {
      if (known.has(line.document)) continue;
      const driver = line.kind === 'fuel' ? drivers[at % Math.max(1, drivers.length)] : undefined;
      const body = { ...line, driverUniqueId: driver?.uniqueId ?? '' };
      await customer.call({ method: 'POST', path: `${extension}/costs`, body });
    }
  await addLeases(customer, extension, { devices, today });
  await addBudgets(customer, { extension, devices, today });
  const body = { month: addMonths(monthOf(today), -2), isClosed: true };
  await customer.call({ method: 'POST', path: `${extension}/costs/months`, body });
}

function linesOf({ id: deviceId, attributes }: Device, at: number, beganAt: number): readonly Line[] {
  // The fuel card of those with a gauge has its own bills of the last weeks.
  const isOnCard = DEVICE_ATTRIBUTES.fuelTank in attributes;
  const fuelDays = FUEL_DAYS.filter((daysAgo) => !isOnCard || daysAgo > CARD_DAYS);
  const on = (daysAgo: number): Pick<CostContent, 'from' | 'to'> => {
    const day = dateIn('America/Sao_Paulo', beganAt - daysAgo * DAY_MS);
    return { from: day, to: day };
  };
  const fuel = fuelDays.map((daysAgo, turn): Line => {
    const quantity = 28 + ((at * 7 + turn * 11) % 25);
    return {
      deviceId,
      kind: 'fuel',
      cents: quantity * (CENTS_PER_LITER + ((at + turn) % 5) * 6),
      ...on(daysAgo + (at % 3)),
      quantity,
      unit: 'liter',
      supplier: STATIONS[(at + turn) % STATIONS.length] ?? '',
      document: `CF-${deviceId}-${turn + 1}`,
    };
  });
  const tolls = [8, 38].map((daysAgo): Line => ({
    deviceId,
    kind: 'tolls',
    cents: 4200 + ((at * 350) % 2800),
    ...on(daysAgo),
    supplier: 'Sem Parar',
    document: `SP-${deviceId}-${daysAgo}`,
  }));
  return [...fuel, ...tolls, ...rareLines(deviceId, at, on)];
}

function rareLines(
  deviceId: number,
  at: number,
  on: (daysAgo: number) => Pick<CostContent, 'from' | 'to'>,
): readonly Line[] {
  const service: Line = {
    deviceId,
    kind: at % 4 === 0 ? 'tyres' : 'service',
    cents: 38_000 + at * 1250,
    ...on(15 + at),
    supplier: 'Oficina do Zeca',
    document: `OS-${deviceId}`,
  };
  const insurance: Line = {
    deviceId,
    kind: 'insurance',
    cents: 312_000 + at * 4000,
    from: on(50).from,
    to: on(50 - YEAR_DAYS).from,
    supplier: 'Seguradora Aliança',
    document: `AP-${deviceId}`,
  };
  const fine = { deviceId, kind: 'fines', cents: 19_523, ...on(12), supplier: 'DETRAN' } as const;
  return [
    ...(at % 2 === 0 ? [service] : []),
    ...(at % 3 === 0 ? [insurance] : []),
    ...(at % 5 === 1 ? [{ ...fine, document: `AIT-${deviceId}`, note: 'Excesso de velocidade' }] : []),
    ...(at === 2
      ? [{ ...service, cents: -9500, ...on(6), document: `NC-${deviceId}`, note: 'Garantia da peça' }]
      : []),
  ];
}

interface LeaseContext {
  readonly devices: readonly Device[];
  readonly today: CivilDate;
}
async function addLeases(
  customer: DemoClient,
  extension: string,
  { devices, today }: LeaseContext,
): Promise<void> {
  const page = await customer.call({ method: 'GET', path: `${extension}/costs/recurring?limit=500` });
  const { costs = [] }: Partial<RecurringPage> = Object(page);
  const known = new Set(costs.map(({ deviceId }) => deviceId));
  for (const [at, { id: deviceId }] of devices.entries()) {
    if (at % 4 !== 1 || known.has(deviceId)) continue;
    const body: RecurringContent = {
      deviceId,
      kind: 'lease',
      cents: 189_000 + at * 2500,
      first: dayOf(addMonths(monthOf(today), -1), 5),
      everyMonths: 1,
      last: null,
      isSpread: true,
      supplier: 'Locadora Horizonte',
      note: '',
    };
    await customer.call({ method: 'POST', path: `${extension}/costs/recurring`, body });
  }
}
