import type { Clock } from '@rastro/base';
import type { Storage } from '@rastro/storage';
import type { Restrictions } from '../access/restrictions.ts';
import { handlers } from '../http/bind.ts';
import type { DeviceSessions } from '../ingest/device-sessions.ts';
import type { LinkDiary } from '../ingest/link-diary.ts';
import type { LiveDevices } from '../pipeline/live-device.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import { decideVerdict, type DiagnosisSubject, type HeardAlarm, type Peers } from './decide-verdict.ts';
import { listFacts } from './list-facts.ts';

interface Needs {
  readonly storage: Storage;
  readonly restrictions: Restrictions;
  readonly live: LiveDevices;
  readonly sessions: DeviceSessions;
  readonly diary: LinkDiary;
  /** What this server listens for, since when, and its patience with silence. */
  readonly listening: {
    readonly startedAt: number;
    readonly silenceMs: number;
    readonly protocols: ReadonlySet<string>;
  };
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
  const { clock, live, sessions, listening, diary } = needs;
  const now = clock.now();
  const { status, lastUpdate, position } = live.shown(device.id);
  return {
    now,
    startedAt: listening.startedAt,
    silenceMs: listening.silenceMs,
    status,
    disabled: device.disabled,
    expirationTime: device.expirationTime === null ? null : Date.parse(device.expirationTime),
    lastUpdate,
    isConnected: sessions.current(device.id)?.isOpen(now) ?? false,
    notes: diary.of(device.id),
    last: position,
    alarms: lastUpdate === null ? [] : await alarmsBefore(needs, device.id, lastUpdate),
    peers: peersOf(needs, device.id, { protocol: position?.protocol ?? null, now }),
    isDoorOpen: position === null || listening.protocols.has(position.protocol),
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
  { live, listening }: Needs,
  deviceId: number,
  { protocol, now }: { readonly protocol: string | null; readonly now: number },
): Peers {
  let recent = 0;
  let heard = 0;
  if (protocol === null) return { recent, heard };
  for (const other of live.all()) {
    const { lastUpdate, position } = other.shown;
    if (other.deviceId === deviceId || lastUpdate === null || position?.protocol !== protocol) continue;
    const silence = now - lastUpdate;
    if (silence < DAY_MS) recent++;
    if (silence < listening.silenceMs) heard++;
  }
  return { recent, heard };
}
