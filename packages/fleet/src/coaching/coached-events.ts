import { DAY_MS } from '@rastro/base';
import type { DrivingEventKind, EventSource } from '../trips/driving-style.ts';
import { keyOfEvent, type CoachingCase } from './coaching-case.ts';

/** An event, as far as the rules need it. */
export interface CoachedEvent {
  readonly deviceId: number;
  readonly kind: DrivingEventKind;
  readonly startTime: string;
  readonly isSevere: boolean;
  readonly source: EventSource;
  readonly isWithdrawn: boolean;
  readonly driverUniqueId: string | null;
}
/** Why an event is worth talking about: how bad it is, or how often it happens. Null = somebody has made a case of it. */
export type CoachingReason = 'severe' | 'repeated' | null;

/** An event with what was done about it. */
export interface CoachingRow<E> {
  readonly key: string;
  /** Null = derived history has it no more; the case says what it was. */
  readonly event: E | null;
  /** Null = nobody has done anything. */
  readonly coachingCase: CoachingCase | null;
  readonly reason: CoachingReason;
}

/** So many of a kind within so many days, of one driver, or of a vehicle whose driver is unknown. */
const REPEATED = 3;
const REPEATED_WITHIN_MS = 7 * DAY_MS;

/**
 * Events worth talking about, with their cases, newest first: severe ones, and those of a kind that came three times in
 * seven days. One that is known only in part, or was taken back, is a reason for nothing. A case stays, whatever the
 * rules say of its event by now.
 */
export function coachingRows<E extends CoachedEvent>(
  events: readonly E[],
  cases: readonly CoachingCase[],
): readonly CoachingRow<E>[] {
  const caseOf = new Map(cases.map((each) => [keyOfEvent(each), each]));
  const repeated = repeatedOf(events);
  const rows: CoachingRow<E>[] = [];
  for (const event of events) {
    const key = keyOfEvent(event);
    const coachingCase = caseOf.get(key) ?? null;
    caseOf.delete(key);
    const reason = !counts(event)
      ? null
      : event.isSevere
        ? 'severe'
        : repeated.has(event)
          ? 'repeated'
          : null;
    if (coachingCase !== null || reason !== null) rows.push({ key, event, coachingCase, reason });
  }
  for (const [key, coachingCase] of caseOf) rows.push({ key, event: null, coachingCase, reason: null });
  return rows.toSorted((a, b) => timeOf(b) - timeOf(a) || (a.key < b.key ? -1 : 1));
}

const counts = ({ source, isWithdrawn }: CoachedEvent): boolean => source !== 'partly' && !isWithdrawn;
const timeOf = ({ event, coachingCase }: CoachingRow<CoachedEvent>): number =>
  Date.parse(event?.startTime ?? coachingCase?.startTime ?? '');

function repeatedOf<E extends CoachedEvent>(events: readonly E[]): ReadonlySet<E> {
  const found = new Set<E>();
  const byWhom = Map.groupBy(events.filter(counts), ({ kind, deviceId, driverUniqueId }) =>
    JSON.stringify([kind, driverUniqueId ?? deviceId]),
  );
  for (const own of byWhom.values()) {
    const timed = own.map((event) => ({ event, time: Date.parse(event.startTime) }));
    const inOrder = timed.toSorted((a, b) => a.time - b.time);
    for (const [at, { time }] of inOrder.entries()) {
      const last = inOrder[at + REPEATED - 1];
      if (!last || last.time - time > REPEATED_WITHIN_MS) continue;
      for (const { event } of inOrder.slice(at, at + REPEATED)) found.add(event);
    }
  }
  return found;
}
