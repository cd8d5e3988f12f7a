import type { Health, HealthPart } from '@rastro/fleet';
import type { Format } from '../../i18n/format.ts';

/** A figure by the key of its words. */
export interface HealthFact {
  readonly key: string;
  /** Null = not known. */
  readonly value: string | null;
}
type Say = Pick<Format, 'number' | 'unit' | 'duration'>;

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1000;

/** Bytes in the unit that people would name. */
export function bytesText(bytes: number, format: Pick<Format, 'unit'>): string {
  let [value, at] = [bytes, 0];
  while (value >= STEP && at < UNITS.length - 1) [value, at] = [value / STEP, at + 1];
  return format.unit(value, UNITS[at] ?? 'byte', value < 10 && at > 0 ? 1 : 0);
}

/** What is known of each part, in the order in which it is told. */
export function factsOf(health: Health, format: Say): Readonly<Record<HealthPart, readonly HealthFact[]>> {
  const { ingest, devices, queues, disk, memory, loop, address } = health;
  const count = (value: number | undefined): string | null =>
    value === undefined ? null : format.number(value, value > 0 && value < 10 ? 1 : 0);
  const bytes = (value: number | null): string | null => (value === null ? null : bytesText(value, format));
  const fact = (key: string, value: string | null): HealthFact => ({ key, value });
  return {
    ingest: [
      fact('perSecond', count(ingest?.perSecond)),
      fact('lastHour', count(ingest?.perMinute.reduce((a, b) => a + b, 0))),
      fact('connections', count(ingest?.connections)),
    ],
    devices: [
      fact('online', count(devices?.online)),
      fact('silent', count(devices?.silent)),
      fact('never', count(devices?.never)),
      fact('total', count(devices?.total)),
    ],
    queues: [
      fact('rows', count(queues?.rows)),
      fact('commands', count(queues?.commands)),
      fact('deliveries', count(queues?.deliveries)),
      fact('books', count(queues?.books)),
    ],
    disk: [
      fact('free', `${bytesText(disk.freeBytes, format)} / ${bytesText(disk.totalBytes, format)}`),
      fact('database', bytes(disk.databaseBytes)),
      fact('wal', bytes(disk.walBytes)),
      fact('growth', bytes(disk.growthPerDay)),
      fact('daysLeft', disk.daysLeft === null ? null : format.unit(disk.daysLeft, 'day')),
    ],
    memory: [fact('used', bytes(memory.usedBytes)), fact('most', bytes(memory.mostBytes))],
    address: [fact('publicUrl', address.publicUrl)],
    loop: [
      fact('p99', format.unit(loop.p99Ms, 'millisecond', 1)),
      fact('longest', format.unit(loop.longestMs, 'millisecond', 1)),
    ],
  };
}
