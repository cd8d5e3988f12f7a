import { DAY_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import type { DiagnosisVerdict } from '@rastro/fleet';
import { partitionOf, type Storage } from '@rastro/storage';
import type { CommittedDevices } from '../committed/committed-devices.ts';
import { describeIngest, findLink, noteLinks } from '../messages/ask-ingest.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import { decideVerdict, type DiagnosisSubject, type ReceivedAlarm, type Peers } from './decide-verdict.ts';

export interface DiagnosisDeps {
  readonly storage: Storage;
  readonly live: CommittedDevices;
  readonly bus: TrackerBus;
  /** Gap after which a device is `unknown`. */
  readonly statusTimeoutMs: number;
  readonly clock: Clock;
}
/** A last record may be stored a little after it was sent. */
const MARGIN_MS = 60_000;
const MAX_ALARMS = 5;
const PAGE = 500;
/** Devices that are asked about at once. */
const AT_ONCE = 32;

/** Reasons why some devices are silent; deleted ones are left out. */
export async function verdictsOf(
  deps: DiagnosisDeps & { readonly directory: Directory },
  deviceIds: readonly number[],
): Promise<Readonly<Record<number, DiagnosisVerdict>>> {
  const verdicts: Record<number, DiagnosisVerdict> = {};
  const devices = deviceIds.flatMap((id) => deps.directory.devices.get(id) ?? []);
  for (let at = 0; at < devices.length; at += AT_ONCE) {
    const some = devices.slice(at, at + AT_ONCE);
    const subjects = await Promise.all(some.map((device) => subjectOf(deps, device)));
    for (const [i, { id }] of some.entries()) {
      const subject = subjects[i];
      if (subject) verdicts[id] = decideVerdict(subject);
    }
  }
  return verdicts;
}

/** All that is known about why a device is silent. */
export async function subjectOf(deps: DiagnosisDeps, device: DeviceEntity): Promise<DiagnosisSubject> {
  const { clock, live, bus, statusTimeoutMs } = deps;
  const [ingest, link, notes, records] = await Promise.all([
    describeIngest(bus),
    findLink(bus, device.id),
    noteLinks(bus, device.id),
    bus.ask('records.noted', { deviceId: device.id }, { to: partitionOf(device.id) }),
  ]);
  const now = clock.now();
  const { status, lastUpdate, position } = live.committed(device.id);
  return {
    now,
    startedAt: ingest.startedAt,
    statusTimeoutMs,
    status,
    disabled: device.disabled,
    expirationTime: device.expirationTime === null ? null : Date.parse(device.expirationTime),
    lastUpdate,
    isConnected: link?.isOpen ?? false,
    notes: { ...notes, ...records },
    last: position,
    alarms: lastUpdate === null ? [] : await alarmsBefore(deps, device.id, lastUpdate),
    peers: peersOf(deps, device.id, { protocol: position?.protocol ?? null, now }),
    isListening: position === null || ingest.protocols.includes(position.protocol),
  };
}

/** The newest alarms of the last day before a device fell silent, oldest first. */
async function alarmsBefore(
  { storage }: DiagnosisDeps,
  deviceId: number,
  lastUpdate: number,
): Promise<readonly ReceivedAlarm[]> {
  const query = { deviceId, from: lastUpdate - DAY_MS, to: lastUpdate + MARGIN_MS, pageSize: PAGE };
  let alarms: ReceivedAlarm[] = [];
  for await (const page of storage.events(query)) {
    for (const { type, eventTime, attributes } of page) {
      const name = attributes['alarm'];
      if (type === 'alarm' && typeof name === 'string') alarms.push({ name, at: eventTime });
    }
    alarms = alarms.slice(-MAX_ALARMS);
  }
  return alarms;
}

/** One look over all devices, in memory. */
function peersOf(
  { live, statusTimeoutMs }: DiagnosisDeps,
  deviceId: number,
  { protocol, now }: { readonly protocol: string | null; readonly now: number },
): Peers {
  let recent = 0;
  let active = 0;
  if (protocol === null) return { recent, active };
  for (const [otherId, { lastUpdate, position }] of live.all()) {
    if (otherId === deviceId || lastUpdate === null || position?.protocol !== protocol) continue;
    const gapMs = now - lastUpdate;
    if (gapMs < DAY_MS) recent++;
    if (gapMs < statusTimeoutMs) active++;
  }
  return { recent, active };
}
