import type { Logger } from 'pino';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, systemClock } from '@rastro/base';
import type { Tracker } from '@rastro/tracker';
import type { DemoClient } from './demo-client.ts';

/** So long after the last vehicle set out all of them are connected. */
const CONNECTED_MS = 5000;

type Body = Readonly<Record<string, unknown>>;
interface DemoAction {
  readonly path: string;
  /** Name of the vehicle, or of the group that is shared. */
  readonly of: string;
  readonly body: Body;
}
const command = (of: string, type: string): DemoAction => ({ path: '/commands/send', of, body: { type } });
const share = (of: string, hours: number): DemoAction => ({ path: '/shares', of, body: { hours } });

/**
 * Commands that are answered, that wait for a tracker that never came, and one that is taken back; shares of some
 * lengths.
 */
const ACTIONS: readonly DemoAction[] = [
  command('Fiorino 01', 'positionSingle'),
  command('Carro 01', 'positionSingle'),
  command('Reserva 01', 'engineStop'),
  command('Reserva 02', 'engineStop'),
  command('Reserva 02', 'engineResume'),
  command('Rastreador novo', 'positionSingle'),
  command('Contêiner', 'positionSingle'),
  command('Bicicleta', 'engineStop'),
  share('Fiorino 02', 4),
  share('Táxi 01', 24),
  share('Carreta 01', 72),
  share('Transporte de passageiros', 168),
];
/** Trackers that went from the shelf to the bench and back, with what was written down. */
const MOVES: readonly (readonly [of: string, to: string, note: string])[] = [
  ['Caixa 02', 'service', 'Não liga depois da instalação'],
  ['Caixa 02', 'stock', 'Chicote trocado, testado por uma noite'],
  ['Devolvido 02', 'stock', 'Conferido, volta para a prateleira'],
  ['Devolvido 02', 'withdrawn', 'Carcaça quebrada'],
];
const LABELLED = ['Caixa 01', 'Caixa 03', 'Caixa 04'];
const FORGOTTEN = 4;
/** The newest alarms stay open. */
const LEFT_OPEN = 2;
const WORKSHOPS = ['Oficina do Pátio', 'Concessionária', 'Oficina do bairro'] as const;
const dueLine = z.object({
  maintenanceId: z.number(),
  deviceId: z.number(),
  state: z.string(),
  due: z.number().nullable(),
});
/** The command to this one is taken back. */
const TAKEN_BACK = 'Contêiner';

interface Stage {
  readonly directory: Tracker['directory'];
  readonly customer: DemoClient;
  readonly admin: DemoClient;
  /** Where the extension begins. */
  readonly extension: string;
  readonly log: Logger;
}

/** Past actions of the demonstration's users, sent over HTTP as theirs would be. */
export async function performActions(stage: Stage, signal: AbortSignal): Promise<void> {
  await systemClock.sleep(CONNECTED_MS, signal);
  const { customer, directory, log } = stage;
  const devices = new Map([...directory.devices.inOrder()].map(({ name, id }) => [name, id]));
  const groups = new Map([...directory.groups.inOrder()].map(({ name, id }) => [name, id]));
  for (const { path, of, body } of ACTIONS) {
    const deviceId = devices.get(of);
    const target = deviceId === undefined ? { groupId: groups.get(of) ?? 0 } : { deviceId };
    const { hours, ...rest } = body;
    const expiration =
      hours === undefined ? {} : { expiration: new Date(systemClock.now() + Number(hours) * HOUR_MS) };
    await customer.call({ method: 'POST', path: `/api${path}`, body: { ...rest, ...expiration, ...target } });
  }
  await writeServiceLogs(customer);
  await acknowledgeAlarms(customer);
  await moveStock(stage, devices);
  const queue = `/api/commands/queue?deviceId=${devices.get(TAKEN_BACK) ?? 0}`;
  for (const { id } of await customer.list<{ readonly id: number }>(queue))
    await customer.call({ method: 'DELETE', path: `/api/commands/queue/${id}` });
  log.debug({}, 'people have done what they do in the demonstration');
}

/** Workshops logged most of the due services; every fourth was forgotten. */
async function writeServiceLogs(customer: DemoClient): Promise<void> {
  const lines = (await customer.list('/api/services/due')).map((each) => dueLine.parse(each));
  const plans = await customer.list<{ readonly id: number; readonly type: string }>('/api/maintenance');
  const byHours = new Set(plans.flatMap(({ id, type }) => (type === 'hours' ? [id] : [])));
  const byDate = new Set(plans.flatMap(({ id, type }) => (type === 'serverTime' ? [id] : [])));
  const overdue = lines.filter(
    ({ state, due, maintenanceId }) => state === 'overdue' && due !== null && !byDate.has(maintenanceId),
  );
  for (const [index, { maintenanceId, deviceId, due: at }] of overdue.entries()) {
    if (index % FORGOTTEN === 0) continue;
    const body = {
      deviceId,
      maintenanceId,
      time: new Date(systemClock.now() - (1 + (index % 20)) * DAY_MS),
      ...(byHours.has(maintenanceId) ? { hours: at } : { odometer: at }),
      cost: 18_000 + (index % 7) * 4500,
      notes: WORKSHOPS[index % WORKSHOPS.length],
    };
    await customer.call({ method: 'POST', path: '/api/services', body });
  }
}

/** The older alarms are acknowledged. */
async function acknowledgeAlarms(customer: DemoClient): Promise<void> {
  const alarms = await customer.list<{ readonly id: number; readonly eventTime: string }>('/api/alarms');
  const newest = alarms.toSorted((a, b) => b.eventTime.localeCompare(a.eventTime));
  const eventIds = newest.slice(LEFT_OPEN).map(({ id }) => id);
  if (eventIds.length > 0)
    await customer.call({ method: 'POST', path: '/api/alarms/acknowledge', body: { eventIds } });
}

async function moveStock({ admin, extension }: Stage, devices: ReadonlyMap<string, number>): Promise<void> {
  for (const [of, to, note] of MOVES) {
    const body = { deviceIds: [devices.get(of) ?? 0], to, note };
    await admin.call({ method: 'POST', path: `${extension}/stock/movements`, body });
  }
  const deviceIds = LABELLED.flatMap((name) => devices.get(name) ?? []);
  await admin.call({ method: 'POST', path: `${extension}/stock/codes`, body: { deviceIds } });
}
