import type { Logger } from 'pino';
import { z } from 'zod';
import { systemClock } from '@rastro/base';
import type { Tracker } from '@rastro/tracker';

const HOUR_MS = 3_600_000;
/** So long after the last vehicle set out all of them are connected. */
const CONNECTED_MS = 5000;

type Body = Readonly<Record<string, unknown>>;
interface Act {
  readonly path: string;
  /** Name of the vehicle, or of the group that is shared. */
  readonly of: string;
  readonly body: Body;
}
const command = (of: string, type: string): Act => ({ path: '/commands/send', of, body: { type } });
const share = (of: string, hours: number): Act => ({ path: '/shares', of, body: { hours } });

/** Commands that are answered, that wait for a tracker that never came, and one that is taken back; shares of some lengths. */
const ACTS: readonly Act[] = [
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
  share('Rio de Janeiro', 168),
];
const DAY_MS = 24 * HOUR_MS;
const FORGOTTEN = 4;
const WORKSHOPS = ['Oficina do Pátio', 'Concessionária', 'Oficina do bairro'] as const;
const dueLine = z.object({
  maintenanceId: z.number(),
  deviceId: z.number(),
  state: z.string(),
  due: z.number().nullable(),
});
/** The command to this one is taken back. */
const TAKEN_BACK = 'Contêiner';

/** What people did in the demonstration: by the tracking API, as they do it. */
export async function act(
  { api, directory }: Pick<Tracker, 'api' | 'directory'>,
  who: { readonly email: string; readonly password: string },
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  await systemClock.sleep(CONNECTED_MS, signal);
  const authorization = `Basic ${Buffer.from(`${who.email}:${who.password}`).toString('base64')}`;
  const devices = new Map([...directory.devices.inOrder()].map(({ name, id }) => [name, id]));
  const groups = new Map([...directory.groups.inOrder()].map(({ name, id }) => [name, id]));
  for (const { path, of, body } of ACTS) {
    const deviceId = devices.get(of);
    const target = deviceId === undefined ? { groupId: groups.get(of) ?? 0 } : { deviceId };
    const { hours, ...rest } = body;
    const expiration =
      hours === undefined ? {} : { expiration: new Date(systemClock.now() + Number(hours) * HOUR_MS) };
    const payload = { ...rest, ...expiration, ...target };
    const answer = await api.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { authorization },
      payload,
    });
    log.debug({ path, of, status: answer.statusCode }, 'done in the demonstration');
  }
  await writeServiceBooks(api, authorization);
  const queue = `/api/commands/queue?deviceId=${devices.get(TAKEN_BACK) ?? 0}`;
  const waiting = (
    await api.inject({ method: 'GET', url: queue, headers: { authorization } })
  ).json<unknown>();
  for (const each of Array.isArray(waiting) ? waiting : [])
    await api.inject({
      method: 'DELETE',
      url: `/api/commands/queue/${Number(Object(each).id)}`,
      headers: { authorization },
    });
}

/** Workshops wrote down most of what was due; every fourth was forgotten. */
async function writeServiceBooks(api: Tracker['api'], authorization: string): Promise<void> {
  const headers = { authorization };
  const due = (await api.inject({ method: 'GET', url: '/api/services/due', headers })).json<unknown>();
  const lines = (Array.isArray(due) ? due : []).map((each) => dueLine.parse(each));
  const all = (await api.inject({ method: 'GET', url: '/api/maintenance', headers })).json<unknown>();
  const byHours = new Set(
    (Array.isArray(all) ? all : []).flatMap((each) => (each.type === 'hours' ? [each.id] : [])),
  );
  const overdue = lines.filter(({ state, due: at }) => state === 'overdue' && at !== null);
  for (const [index, { maintenanceId, deviceId, due: at }] of overdue.entries()) {
    if (index % FORGOTTEN === 0) continue;
    const payload = {
      deviceId,
      maintenanceId,
      time: new Date(systemClock.now() - (1 + (index % 20)) * DAY_MS),
      ...(byHours.has(maintenanceId) ? { hours: at } : { odometer: at }),
      cost: 18_000 + (index % 7) * 4500,
      notes: WORKSHOPS[index % WORKSHOPS.length],
    };
    await api.inject({ method: 'POST', url: '/api/services', headers, payload });
  }
}
