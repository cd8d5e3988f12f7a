import { BusError } from '@rastro/bus';
import type {
  ArrivalStatus,
  IngestStatus,
  LinkInfo,
  LinkNotes,
  ListenerStatus,
  TrackerBus,
} from './topics.ts';

type Answers<T> = readonly [T, ...T[]];

/** Longest wait when nobody has answered in the usual time: busy machines are no reason to refuse a user. */
const SECOND_MS = 5000;

/**
 * Answers of at least one ingest.
 * @param ask Puts a question that may be put twice.
 * @throws BusError NOBODY when no ingest answers.
 */
async function some<T>(
  port: string,
  ask: (patience: { readonly timeoutMs?: number }) => Promise<readonly T[]>,
): Promise<Answers<T>> {
  let [first, ...others] = await ask({});
  if (first === undefined) [first, ...others] = await ask({ timeoutMs: SECOND_MS });
  if (first === undefined) throw new BusError(port, 'NOBODY');
  return [first, ...others];
}
const max = (times: readonly (number | null)[]): number | null =>
  times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
const newest = <T extends { readonly at: number }>(notes: readonly (T | null)[]): T | null =>
  notes.reduce((a, b) => (!a || (b && b.at > a.at) ? b : a), null);

/** The connection that a device has now, at whichever ingest; null = none. @throws BusError */
export async function findLink(bus: TrackerBus, deviceId: number): Promise<LinkInfo | null> {
  const until = (link: LinkInfo | null): boolean => link?.isOpen === true;
  const links = await some('connection.found', (patience) =>
    bus.askAll('connection.found', { deviceId }, { ...patience, until }),
  );
  const found = links.filter((link) => link !== null);
  return found.find(({ isOpen }) => isOpen) ?? found[0] ?? null;
}

/** Events on the connections of a device, at all ingests. @throws BusError */
export async function noteLinks(bus: TrackerBus, deviceId: number): Promise<LinkNotes> {
  return joinNotes(
    await some('connection.noted', (patience) => bus.askAll('connection.noted', { deviceId }, patience)),
  );
}

function joinNotes([only, ...others]: Answers<LinkNotes>): LinkNotes {
  if (others.length === 0) return only;
  const all = [only, ...others];
  const connectedAt = max(all.map((notes) => notes.connectedAt));
  // What another ingest understands by now.
  const since = <T extends { readonly at: number }>(note: T | null): T | null =>
    note && note.at >= (connectedAt ?? 0) ? note : null;
  return {
    connectedAt,
    ended: newest(all.map(({ ended }) => ended)),
    rejected: since(newest(all.map(({ rejected }) => rejected))),
    undecoded: since(newest(all.map(({ undecoded }) => undecoded))),
    takenOver: newest(all.map(({ takenOver }) => takenOver)),
  };
}

/** All ingests as if they were one. @throws BusError */
export async function describeIngest(bus: TrackerBus): Promise<IngestStatus> {
  const all = await some('ingest.described', (patience) => bus.askAll('ingest.described', null, patience));
  return {
    startedAt: Math.min(...all.map(({ startedAt }) => startedAt)),
    protocols: [...new Set(all.flatMap(({ protocols }) => protocols))],
    messages: all.reduce((sum, { messages }) => sum + messages, 0),
  };
}

/** Traffic by port, and unknown trackers, at all ingests. @throws BusError */
export async function noteArrivals(bus: TrackerBus): Promise<ArrivalStatus> {
  const [only, ...others] = await some('arrivals.noted', (patience) =>
    bus.askAll('arrivals.noted', null, patience),
  );
  if (others.length === 0) return only;
  const listeners = new Map<string, ListenerStatus>();
  const unknown = new Map<string, ArrivalStatus['unknown'][number]>();
  for (const status of [only, ...others]) {
    for (const each of status.listeners) {
      const key = `${each.protocol} ${each.port}`;
      const known = listeners.get(key) ?? each;
      listeners.set(key, {
        ...each,
        lastMessage: max([known.lastMessage, each.lastMessage]),
        lastFailure: max([known.lastFailure, each.lastFailure]),
      });
    }
    for (const caller of status.unknown)
      if (caller.at >= (unknown.get(caller.uniqueId)?.at ?? 0)) unknown.set(caller.uniqueId, caller);
  }
  return {
    listeners: [...listeners.values()],
    unknown: [...unknown.values()].toSorted((a, b) => b.at - a.at),
  };
}
