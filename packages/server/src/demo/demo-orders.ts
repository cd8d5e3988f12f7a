import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@rastro/base';
import type { Device } from '@rastro/fleet';
import type { OrderPage, OrderStepKind } from '@rastro/fleet/orders';
import type { DemoClient } from './demo-client.ts';

const CUSTOMERS = [
  'Padaria Estrela',
  'Mercado Bom Preço',
  'Farmácia Central',
  'Oficina do Zeca',
  'Restaurante Sabor da Serra',
  'Papelaria Aquarela',
  'Clínica Vida Nova',
  'Pet Shop Amigo Fiel',
  'Ferragens União',
  'Escola Caminho do Saber',
] as const;
const STREETS = [
  'Rua das Flores',
  'Avenida Brasil',
  'Rua XV de Novembro',
  'Travessa do Porto',
  'Rua Sete',
] as const;
/** Orders of a day. */
const A_DAY = 14;
/** Days before and after the one on which the demonstration begins. */
const DAYS = [-1, 0, 1] as const;

/**
 * Orders of yesterday, today and tomorrow. Each has its reference, so that an interrupted start makes none twice.
 * @param beganAt Where the past ends, in ms since 1970.
 */
export async function addOrders(customer: DemoClient, extension: string, beganAt: number): Promise<void> {
  const midnight = beganAt - (beganAt % DAY_MS);
  const orders = DAYS.flatMap((day) =>
    Array.from({ length: A_DAY }, (_, at) => orderAt(midnight + day * DAY_MS, at, day)),
  );
  await customer.call({ method: 'POST', path: `${extension}/orders/import`, body: { orders } });
  const devices = await customer.list<Device>('/api/devices');
  const page = await customer.call({ method: 'GET', path: `${extension}/orders?limit=500` });
  const { orders: made = [] }: Partial<OrderPage> = Object(page);
  for (const [at, { id, state, from }] of made.entries()) {
    const device = devices[at % devices.length];
    const begin = Date.parse(from ?? '');
    if (state !== 'planned' || device === undefined || at % 7 === 6) continue;
    const step = (kind: OrderStepKind, more: object = {}): Promise<unknown> =>
      customer.call({
        method: 'POST',
        path: `${extension}/orders/${id}/steps`,
        body: { id: randomUUID(), kind, ...more },
      });
    if (begin < beganAt + DAY_MS / 2) await step('assign', { deviceId: device.id });
    if (begin > beganAt) continue;
    const ended = new Date(begin + HOUR_MS / 2);
    if (at % 11 === 4) await step('fail', { reason: 'nobodyThere', at: ended, note: 'Portão fechado' });
    else await step('done', { at: ended });
  }
}

function orderAt(midnight: number, at: number, day: number): object {
  // From nine in the morning in Brazil.
  const begin = midnight + 12 * HOUR_MS + Math.floor(at / 2) * HOUR_MS;
  const which = at + (day + 1) * 3;
  return {
    reference: `OS-${1001 + (day + 1) * A_DAY + at}`,
    customer: CUSTOMERS[which % CUSTOMERS.length],
    place: { address: `${STREETS[which % STREETS.length]}, ${10 + ((which * 37) % 890)}` },
    from: new Date(begin).toISOString(),
    to: new Date(begin + 2 * HOUR_MS).toISOString(),
    minutes: 10 + (at % 3) * 5,
    load: (at % 5) * 20,
    contact: { name: ['Ana', 'Beto', 'Carla'][at % 3], phone: '', email: '' },
  };
}
