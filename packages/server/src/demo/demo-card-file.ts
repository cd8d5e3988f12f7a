import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import { plateOf, wallOf, type Device, type FuelingItem, type TripItem } from '@rastro/fleet';
import type { CardMapping, FileRow } from '@rastro/fleet/costs';
import type { DemoClient } from './demo-client.ts';

const ZONE = 'America/Sao_Paulo';
const STATIONS = ['Posto Ipiranga Centro', 'Posto Estrela', 'Rede Sol', 'Auto Posto Marginal'] as const;
const CENTS_PER_LITER = 609;
/** The last bill has so much more than came into the tank. */
const SHORT_LITERS = 31;
/** A bill of a day on which nothing was filled. */
const NOWHERE_LITERS = 38;
/** The fill that no bill is of. */
const PAID_IN_CASH = 2;
const FAR_MS = 8 * HOUR_MS;
const LONG_MS = 20 * MINUTE_MS;
const HEAD = 'Transação;Placa;Data;Produto;Litros;Preço;Valor;Posto'.split(';');

const MAPPING: CardMapping = {
  provider: 'Cartão Frota',
  heads: HEAD.join('|'),
  widths: [],
  columns: { transaction: 0, plate: 1, date: 2, product: 3, quantity: 4, price: 5, value: 6, station: 7 },
  preamble: 1,
  rowMark: '',
  decimal: ',',
  date: 'dmy',
  products: [],
};

/**
 * The file of a fuel card, imported as an accountant does: a bill for each fill of the past but one, one of which says more
 * than came into the tank, and one for fuel that was never filled. The same file again adds nothing.
 * @param past Where it begins and ends, in ms since 1970.
 */
export async function addCardFile(
  customer: DemoClient,
  { extension, brand }: { readonly extension: string; readonly brand: string },
  past: { readonly from: number; readonly to: number },
): Promise<void> {
  const [from, to] = [past.from, past.to].map((at) => new Date(at).toISOString());
  const fills = await customer.list<FuelingItem>(`/api/reports/fuelings?from=${from}&to=${to}&type=fill`);
  const devices = new Map((await customer.list<Device>('/api/devices')).map((each) => [each.id, each]));
  const bills = fills.flatMap((fill, at): Bill[] => {
    const device = devices.get(fill.deviceId);
    const plate = device === undefined ? null : plateOf(device, brand);
    if (plate === null || fill.litres === null || fill.type !== 'fill' || at === PAID_IN_CASH) return [];
    const liters = fill.litres * (0.985 + (at % 7) * 0.005) + (at === fills.length - 1 ? SHORT_LITERS : 0);
    return [
      {
        number: 5000 + at,
        deviceId: device?.id ?? 0,
        plate,
        at: Date.parse(fill.endTime) + 2 * MINUTE_MS,
        liters,
      },
    ];
  });
  const [first] = bills.toSorted((a, b) => a.at - b.at);
  if (first === undefined) return;
  const lines = [...bills, ...(await neverFilled(customer, first, past.to))];
  const rows: readonly FileRow[] = [HEAD, ...lines.map(cellsOf)].map((cells, at) => ({ row: at + 1, cells }));
  const body = { rows, mapping: MAPPING, zone: ZONE, dryRun: false };
  await customer.call({ method: 'POST', path: `${extension}/costs/import`, body });
}

interface Bill {
  readonly number: number;
  readonly deviceId: number;
  readonly plate: string;
  readonly at: number;
  readonly liters: number;
}
/** A bill of the middle of a trip, a day after a fill; none where the past ends before. */
async function neverFilled(customer: DemoClient, bill: Bill, end: number): Promise<readonly Bill[]> {
  const [from, to] = [bill.at + FAR_MS, end - HOUR_MS].map((at) => new Date(at).toISOString());
  if (bill.at + FAR_MS >= end - HOUR_MS) return [];
  const trips = await customer.list<TripItem>(
    `/api/reports/trips?deviceId=${bill.deviceId}&from=${from}&to=${to}`,
  );
  const [trip] = trips.filter(({ duration }) => duration > LONG_MS);
  if (trip === undefined) return [];
  const at = (Date.parse(trip.startTime) + Date.parse(trip.endTime)) / 2;
  return [{ ...bill, number: 9000, at, liters: NOWHERE_LITERS }];
}
function cellsOf({ number, plate, at, liters }: Bill): readonly string[] {
  const [day = '', time = ''] = new Date(wallOf(at, ZONE)).toISOString().split('T');
  const comma = (value: number, digits: number): string => value.toFixed(digits).replace('.', ',');
  const whole = Number(liters.toFixed(2));
  return [
    String(number),
    plate,
    `${day.split('-').toReversed().join('/')} ${time.slice(0, 5)}`,
    'DIESEL S10',
    comma(whole, 2),
    comma(CENTS_PER_LITER / 100, 2),
    comma(Math.round(whole * CENTS_PER_LITER) / 100, 2),
    STATIONS[number % STATIONS.length] ?? '',
  ];
}
