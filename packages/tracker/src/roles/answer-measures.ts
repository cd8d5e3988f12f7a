import type { ListenerHealth } from '@rastro/fleet';
import type { IngestCounters } from '../ingest/counters.ts';
import type { NodeMeasures, TrackerBus } from '../messages/topics.ts';
import type { IngestRole } from './open-ingest.ts';
import type { ProcessRole } from './open-process.ts';

interface Measured {
  readonly bus: TrackerBus;
  readonly node: string;
  readonly counters: IngestCounters;
  readonly ingest: Pick<IngestRole, 'ports'> | null;
  readonly process: Pick<ProcessRole, 'waiting'> | null;
}

/**
 * Tells whoever serves users how this process does. One that neither listens to devices nor works on positions has
 * nothing to tell. @returns a function that ends it.
 */
export function answerMeasures({ bus, node, counters, ingest, process }: Measured): () => void {
  if (!ingest && !process) return () => {};
  const measure = (): NodeMeasures => ({
    node,
    connections: counters.connections,
    records: sum(counters.records.values()),
    rejections: Object.fromEntries(counters.rejections),
    listeners: ingest ? listenersOf(counters, ingest.ports) : [],
    work: process?.waiting() ?? null,
  });
  return bus.answer('node.measured', measure, { at: node });
}

/** Measures of all processes that answer in time. */
export const measureNodes = (bus: TrackerBus): Promise<readonly NodeMeasures[]> =>
  bus.askAll('node.measured', null);

function listenersOf(
  { messages, failures }: IngestCounters,
  ports: ReadonlyMap<string, number>,
): readonly ListenerHealth[] {
  // Failures are counted by protocol and reason.
  const failed = (protocol: string): number =>
    sum(
      Iterator.from(failures)
        .filter(([name]) => name.startsWith(`${protocol}:`))
        .map(([, count]) => count),
    );
  return Array.from(ports, ([protocol, port]) => ({
    protocol,
    port,
    messages: messages.get(protocol) ?? 0,
    failures: failed(protocol),
  }));
}

const sum = (numbers: Iterable<number>): number => Iterator.from(numbers).reduce((a, b) => a + b, 0);
