import type { Health, HealthPart } from '@rastro/fleet';
import type { Format } from '../../i18n/format.ts';

/** A figure by the key of its words. */
export interface HealthReading {
  readonly key: string;
  /** Null = not known. */
  readonly value: string | null;
}
type HealthFormat = Pick<Format, 'number' | 'unit' | 'duration' | 'dateTime'>;

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1000;

/** Bytes in the unit that users would name. */
export function bytesText(bytes: number, format: Pick<Format, 'unit'>): string {
  let [value, at] = [bytes, 0];
  while (value >= STEP && at < UNITS.length - 1) [value, at] = [value / STEP, at + 1];
  return format.unit(value, UNITS[at] ?? 'byte', value < 10 && at > 0 ? 1 : 0);
}

const placeOf = ({ database, table }: Health['integrity']['damages'][number]): string =>
  table === null ? database : `${database}, ${table}`;

function freeText({ freeBytes, totalBytes }: Health['disk'], format: Pick<Format, 'unit'>): string | null {
  if (freeBytes === null || totalBytes === null) return null;
  return `${bytesText(freeBytes, format)} / ${bytesText(totalBytes, format)}`;
}

/** Readings of each part, in display order. */
export function readingsOf(
  health: Health,
  format: HealthFormat,
): Readonly<Record<HealthPart, readonly HealthReading[]>> {
  const { ingest, devices, queues, disk, integrity, memory, loop, address } = health;
  const count = (value: number | undefined): string | null =>
    value === undefined ? null : format.number(value, value > 0 && value < 10 ? 1 : 0);
  const bytes = (value: number | null): string | null => (value === null ? null : bytesText(value, format));
  const reading = (key: string, value: string | null): HealthReading => ({ key, value });
  return {
    ingest: [
      reading('perSecond', count(ingest?.perSecond)),
      reading('lastHour', count(ingest?.perMinute.reduce((a, b) => a + b, 0))),
      reading('connections', count(ingest?.connections)),
    ],
    devices: [
      reading('online', count(devices?.online)),
      reading('silent', count(devices?.silent)),
      reading('never', count(devices?.never)),
      reading('total', count(devices?.total)),
    ],
    queues: [
      reading('rows', count(queues?.rows)),
      reading('commands', count(queues?.commands)),
      reading('deliveries', count(queues?.deliveries)),
      reading('books', count(queues?.books)),
    ],
    disk: [
      reading('free', freeText(disk, format)),
      reading('database', bytes(disk.databaseBytes)),
      reading('wal', bytes(disk.walBytes)),
      reading('growth', bytes(disk.growthPerDay)),
      reading('daysLeft', disk.daysLeft === null ? null : format.unit(disk.daysLeft, 'day')),
    ],
    integrity: [
      reading('damaged', count(integrity.damages.length)),
      ...(integrity.damages.length === 0
        ? []
        : [reading('damage', integrity.damages.map(placeOf).join('; '))]),
      reading(
        'checkedAt',
        integrity.checkedAt === null ? null : format.dateTime(Date.parse(integrity.checkedAt)),
      ),
    ],
    memory: [reading('used', bytes(memory.usedBytes)), reading('most', bytes(memory.mostBytes))],
    address: [reading('publicUrl', address.publicUrl)],
    loop: [
      reading('p99', format.unit(loop.p99Ms, 'millisecond', 1)),
      reading('longest', format.unit(loop.longestMs, 'millisecond', 1)),
    ],
  };
}
