import type { FastifyInstance } from 'fastify';
import type { Diagnosis } from '@rastro/fleet';
import { callerOf } from '../api/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { pathId } from '../api/input.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import { decideVerdict, type DiagnosisSubject, type HeardAlarm, type Peers } from './decide-verdict.ts';
import { listFacts } from './list-facts.ts';

const DAY_MS = 86_400_000;
/** A last word may be stored a little after it was said. */
const MARGIN_MS = 60_000;
const MOST_ALARMS = 5;
const PAGE = 500;

/** Why a device is not heard. Our own: a stock tracking server does not have it. */
export function diagnosisRoutes(app: FastifyInstance, context: ApiContext): void {
  app.get('/devices/:id/diagnosis', async (request): Promise<Diagnosis> => {
    const device = context.restrictions.device(callerOf(request), pathId(request.params));
    const subject = await subjectOf(context, device);
    return {
      deviceId: device.id,
      verdict: decideVerdict(subject),
      silentSince: subject.lastUpdate === null ? null : new Date(subject.lastUpdate).toISOString(),
      facts: listFacts(subject),
    };
  });
}

async function subjectOf(context: ApiContext, device: DeviceEntity): Promise<DiagnosisSubject> {
  const { clock, live, bus, silenceMs } = context;
  const ofDevice = { deviceId: device.id };
  const [ingest, link, notes, dropped] = await Promise.all([
    bus.ask('ingest.described', null),
    bus.ask('link.found', ofDevice),
    bus.ask('link.noted', ofDevice),
    bus.ask('drops.noted', ofDevice),
  ]);
  const now = clock.now();
  const { status, lastUpdate, position } = live.shown(device.id);
  return {
    now,
    startedAt: ingest.startedAt,
    silenceMs,
    status,
    disabled: device.disabled,
    expirationTime: device.expirationTime === null ? null : Date.parse(device.expirationTime),
    lastUpdate,
    isConnected: link?.isOpen ?? false,
    notes: { ...notes, dropped },
    last: position,
    alarms: lastUpdate === null ? [] : await alarmsBefore(context, device.id, lastUpdate),
    peers: peersOf(context, device.id, { protocol: position?.protocol ?? null, now }),
    isDoorOpen: position === null || ingest.protocols.includes(position.protocol),
  };
}

/** The newest alarms of the last day before a device fell silent, oldest first. */
async function alarmsBefore(
  { storage }: ApiContext,
  deviceId: number,
  lastUpdate: number,
): Promise<readonly HeardAlarm[]> {
  const query = { deviceId, from: lastUpdate - DAY_MS, to: lastUpdate + MARGIN_MS, pageSize: PAGE };
  let alarms: HeardAlarm[] = [];
  for await (const page of storage.events(query)) {
    for (const { type, eventTime, attributes } of page) {
      const name = attributes['alarm'];
      if (type === 'alarm' && typeof name === 'string') alarms.push({ name, at: eventTime });
    }
    alarms = alarms.slice(-MOST_ALARMS);
  }
  return alarms;
}

/** One look over all devices, in memory. */
function peersOf(
  { live, silenceMs }: ApiContext,
  deviceId: number,
  { protocol, now }: { readonly protocol: string | null; readonly now: number },
): Peers {
  let recent = 0;
  let heard = 0;
  if (protocol === null) return { recent, heard };
  for (const [otherId, { lastUpdate, position }] of live.all()) {
    if (otherId === deviceId || lastUpdate === null || position?.protocol !== protocol) continue;
    const silence = now - lastUpdate;
    if (silence < DAY_MS) recent++;
    if (silence < silenceMs) heard++;
  }
  return { recent, heard };
}
