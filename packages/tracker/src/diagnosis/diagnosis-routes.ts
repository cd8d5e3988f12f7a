import type { Clock } from '@rastro/base';
import type { Storage } from '@rastro/storage';
import type { Restrictions } from '../access/restrictions.ts';
import { handlers } from '../http/bind.ts';
import type { ShownDevices } from '../shown/shown-devices.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import { decideVerdict, type DiagnosisSubject, type HeardAlarm, type Peers } from './decide-verdict.ts';
import { listFacts } from './list-facts.ts';

interface Needs {
  readonly storage: Storage;
  readonly restrictions: Restrictions;
  readonly live: ShownDevices;
  readonly bus: TrackerBus;
  /** Silence after which a device is `unknown`. */
  readonly silenceMs: number;
  readonly clock: Clock;
}
const DAY_MS = 86_400_000;
/** A last word may be stored a little after it was said. */
const MARGIN_MS = 60_000;
const MOST_ALARMS = 5;
const PAGE = 500;

/** Why a device is not heard. Our own: a stock tracking server does not have it. */
export const diagnosisRoutes = (needs: Needs) =>
  handlers({
    'GET /devices/:id/diagnosis': async ({ caller, params }) => {
      const device = needs.restrictions.device(caller, params.id);
      const subject = await subjectOf(needs, device);
      return {
        deviceId: device.id,
        verdict: decideVerdict(subject),
        silentSince: subject.lastUpdate === null ? null : new Date(subject.lastUpdate).toISOString(),
        facts: listFacts(subject),
      };
    },
  });

async function subjectOf(needs: Needs, device: DeviceEntity): Promise<DiagnosisSubject> {
  const { clock, live, bus, silenceMs } = needs;
  const ofDevice = { deviceId: device.id };
  const [ingest, link, notes, records] = await Promise.all([
    bus.ask('ingest.described', null),
    bus.ask('link.found', ofDevice),
    bus.ask('link.noted', ofDevice),
    bus.ask('records.noted', ofDevice),
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
    notes: { ...notes, ...records },
    last: position,
    alarms: lastUpdate === null ? [] : await alarmsBefore(needs, device.id, lastUpdate),
    peers: peersOf(needs, device.id, { protocol: position?.protocol ?? null, now }),
    isDoorOpen: position === null || ingest.protocols.includes(position.protocol),
  };
}

/** The newest alarms of the last day before a device fell silent, oldest first. */
async function alarmsBefore(
  { storage }: Needs,
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
  { live, silenceMs }: Needs,
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
