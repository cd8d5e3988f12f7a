import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ServedTracker } from '@rastro/tracker';

/** Metrics of the process for a monitoring system. */
export function createMetrics(
  tracker: Pick<ServedTracker, 'counters' | 'forwarding' | 'openSockets'> | null,
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (!tracker) return registry;
  const { counters } = tracker;
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('rastro_device_connections', 'Open device connections', () => counters.connections);
  gauge('rastro_browser_sockets', 'Open live sockets', () => tracker.openSockets());
  const labelled = (name: string, help: string, values: ReadonlyMap<string, number>): Gauge<'name'> =>
    new Gauge({
      name,
      help,
      labelNames: ['name'],
      registers: [registry],
      collect() {
        for (const [label, value] of values) this.set({ name: label }, value);
      },
    });
  labelled('rastro_messages', 'Messages decoded since the start, by protocol', counters.messages);
  labelled('rastro_records', 'Records received since the start, by protocol', counters.records);
  labelled(
    'rastro_decode_failures',
    'Frames refused since the start, by protocol and reason',
    counters.failures,
  );
  labelled(
    'rastro_refusals',
    'Devices and positions refused since the start, by reason',
    counters.rejections,
  );
  void new Gauge({
    name: 'rastro_forwarded',
    help: 'Positions forwarded since the start, by target and outcome; waiting = now',
    labelNames: ['target', 'outcome'],
    registers: [registry],
    collect() {
      for (const [target, counts] of tracker.forwarding?.counts() ?? []) {
        for (const [outcome, count] of Object.entries(counts)) this.set({ target, outcome }, count);
      }
    },
  });
  return registry;
}
