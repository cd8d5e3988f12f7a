import { DAY_MS } from '@rastro/base';
import type { CoachingCase } from '@rastro/fleet/coaching';
import {
  coachingCaseKey,
  readCoachingCase,
  readWithdrawnEvents,
  type StoredCoachingCase,
} from '@rastro/fleet/schemas';
import type { WithdrawnEvent } from '@rastro/fleet/trips';
import type { CoachingDeps } from './coaching-deps.ts';

export const CASES = 'coachingCase';
/** By device: events that were taken back. */
const WITHDRAWN = 'withdrawnEvents';
const PAGE = 200;
type Storage = CoachingDeps['storage'];

/** Event as it is named from outside. */
export interface NamedEvent {
  readonly deviceId: number;
  readonly kind: CoachingCase['kind'];
  readonly startTime: string;
}
export const caseKey = ({ deviceId, kind, startTime }: NamedEvent): string =>
  coachingCaseKey(deviceId, kind, Date.parse(startTime));

/** Null = nobody has done anything about this event. */
export async function caseOf(storage: Storage, event: NamedEvent): Promise<CoachingCase | null> {
  const found = await storage.document(CASES, caseKey(event));
  return found && { ...readCoachingCase(found.body), version: found.version };
}

/** Cases of events that began in a period. */
export async function casesBetween(
  storage: Storage,
  from: number,
  to: number,
): Promise<readonly CoachingCase[]> {
  const found: CoachingCase[] = [];
  for (let day = from - (from % DAY_MS); day <= to; day += DAY_MS) {
    const prefix = `${new Date(day).toISOString().slice(0, 10)}:`;
    for await (const page of storage.documents({ kind: CASES, prefix, pageSize: PAGE }))
      for (const { body, version } of page) found.push({ ...readCoachingCase(body), version });
  }
  return found.filter(({ startTime }) => Date.parse(startTime) >= from && Date.parse(startTime) <= to);
}

/** Document of a case that is put. */
export const casePut = ({ version, ...stored }: CoachingCase) => ({
  kind: CASES,
  key: caseKey(stored),
  body: stored satisfies StoredCoachingCase,
  replaces: version,
});

/** Document with one more event of a device that counts no more. */
export async function withdrawnPut(storage: Storage, { deviceId, kind, startTime, endTime }: CoachingCase) {
  const found = await storage.document(WITHDRAWN, String(deviceId));
  const event = { kind, from: Date.parse(startTime), to: Date.parse(endTime) };
  const events = [...(found ? readWithdrawnEvents(found.body) : []), event];
  return { kind: WITHDRAWN, key: String(deviceId), body: { events }, replaces: found?.version ?? 0 };
}

/** All events that count no more, by device. */
export async function withdrawnEvents(
  storage: Pick<Storage, 'documents'>,
): Promise<ReadonlyMap<number, readonly WithdrawnEvent[]>> {
  const found = new Map<number, readonly WithdrawnEvent[]>();
  for await (const page of storage.documents({ kind: WITHDRAWN, prefix: '', pageSize: PAGE }))
    for (const { key, body } of page) found.set(Number(key), readWithdrawnEvents(body));
  return found;
}
