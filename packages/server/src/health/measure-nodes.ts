import type { HealthOfIngest, HealthOfQueues, ListenerHealth } from '@rastro/fleet';
import type { NodeMeasures, ServedTracker } from '@rastro/tracker';

/** Sum of the records of all processes, each of which counts from its own start and may be away for a while. */
export class RecordCount {
  readonly #latest = new Map<string, number>();
  #total = 0;

  /** @returns records since the first call, as far as is known: what a process had before it was seen does not count. */
  note(nodes: readonly NodeMeasures[]): number {
    for (const { node, records } of nodes) {
      const before = this.#latest.get(node) ?? records;
      // Less than before: it has started again.
      this.#total += records < before ? records : records - before;
      this.#latest.set(node, records);
    }
    return this.#total;
  }
}

/** All processes that listen to devices as if they were one; null = none answers. */
export function ingestOf(
  nodes: readonly NodeMeasures[],
  { perSecond, perMinute }: Pick<HealthOfIngest, 'perSecond' | 'perMinute'>,
): HealthOfIngest | null {
  if (nodes.length === 0) return null;
  const refused: Record<string, number> = {};
  for (const [reason, count] of nodes.flatMap(({ rejections }) => Object.entries(rejections)))
    refused[reason] = (refused[reason] ?? 0) + count;
  return {
    perSecond,
    perMinute,
    connections: sum(nodes.map(({ connections }) => connections)),
    doors: joined(nodes.flatMap(({ listeners }) => listeners)),
    refused,
  };
}

/** Work under way at all processes; null = none that works on positions answers. */
export function queuesOf(
  nodes: readonly NodeMeasures[],
  { openDeliveries, mostRows }: Pick<ServedTracker, 'openDeliveries' | 'mostRows'>,
): HealthOfQueues | null {
  const works = nodes.flatMap(({ work }) => work ?? []);
  if (works.length === 0) return null;
  return {
    // Each has a limit of its own: the one that is nearest to it counts.
    rows: Math.max(...works.map(({ rows }) => rows)),
    mostRows,
    commands: sum(works.map(({ commands }) => commands)),
    deliveries: openDeliveries(),
    books: sum(works.map(({ books }) => books)),
  };
}

/** Processes behind one load balancer listen at the same ports. */
function joined(listeners: readonly ListenerHealth[]): readonly ListenerHealth[] {
  const byPort = new Map<string, ListenerHealth>();
  for (const each of listeners) {
    const key = `${each.protocol} ${each.port}`;
    const known = byPort.get(key);
    byPort.set(key, {
      ...each,
      messages: each.messages + (known?.messages ?? 0),
      failures: each.failures + (known?.failures ?? 0),
    });
  }
  return [...byPort.values()];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
