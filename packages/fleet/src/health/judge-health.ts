import type { Health } from '../entities/health.ts';

export const HEALTH_PARTS = [
  'address',
  'ingest',
  'devices',
  'queues',
  'disk',
  'integrity',
  'memory',
  'loop',
] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];
/** Well, worth watching, action needed, or unknown. */
export type HealthGrade = 'well' | 'watch' | 'act' | 'unknown';

/** Thresholds of a warning and of a failure; the value grows with the trouble. */
interface Bounds {
  readonly watch: number;
  readonly act: number;
}
const OFFLINE_SHARE: Bounds = { watch: 0.2, act: 0.5 };
const ROWS_SHARE: Bounds = { watch: 0.25, act: 1 };
const DELIVERIES: Bounds = { watch: 500, act: 5000 };
const TRIP_UPDATES: Bounds = { watch: 100, act: 5000 };
const DISK_USED: Bounds = { watch: 0.85, act: 0.95 };
/** Days left, as what is missing of a hundred. */
const DAYS_GONE: Bounds = { watch: 70, act: 93 };
const MEMORY_SHARE: Bounds = { watch: 0.75, act: 0.9 };
const DELAY_MS: Bounds = { watch: 50, act: 200 };
const MINUTES_OF_AN_HOUR = 60;

const ORDER: readonly HealthGrade[] = ['well', 'watch', 'act'];
const graded = (value: number, { watch, act }: Bounds): HealthGrade =>
  value >= act ? 'act' : value >= watch ? 'watch' : 'well';
const worst = (...grades: readonly HealthGrade[]): HealthGrade =>
  grades.reduce((a, b) => (ORDER.indexOf(b) > ORDER.indexOf(a) ? b : a), 'well');
const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

function ingestGrade({ ingest, devices }: Health): HealthGrade {
  if (ingest === null) return 'unknown';
  // An hour that is not over does not count as empty.
  const isHour = ingest.perMinute.length >= MINUTES_OF_AN_HOUR;
  const isEmpty = ingest.perMinute.every((records) => records === 0);
  return isHour && isEmpty && (devices?.total ?? 0) > 0 ? 'act' : 'well';
}

function queuesGrade({ queues }: Health): HealthGrade {
  if (queues === null) return 'unknown';
  return worst(
    graded(share(queues.rows, queues.mostRows), ROWS_SHARE),
    graded(queues.deliveries, DELIVERIES),
    graded(queues.books, TRIP_UPDATES),
  );
}

/** Without an address no mail has a link: worse where mails go out. */
const addressGrade = ({ address: { publicUrl, hasMail } }: Health): HealthGrade =>
  publicUrl !== null ? 'well' : hasMail ? 'act' : 'watch';

function diskGrade({ disk }: Health): HealthGrade {
  if (disk.freeBytes === null || disk.totalBytes === null) return 'unknown';
  const used = share(disk.totalBytes - disk.freeBytes, disk.totalBytes);
  return worst(
    graded(used, DISK_USED),
    disk.daysLeft === null ? 'well' : graded(100 - disk.daysLeft, DAYS_GONE),
  );
}

/** Returns the grade of each part. */
export const judgeHealth = (health: Health): Readonly<Record<HealthPart, HealthGrade>> => ({
  address: addressGrade(health),
  ingest: ingestGrade(health),
  devices:
    health.devices === null
      ? 'unknown'
      : graded(share(health.devices.silent, health.devices.total), OFFLINE_SHARE),
  queues: queuesGrade(health),
  disk: diskGrade(health),
  integrity: health.integrity.damages.length > 0 ? 'act' : 'well',
  memory: graded(share(health.memory.usedBytes, health.memory.mostBytes), MEMORY_SHARE),
  loop: graded(health.loop.p99Ms, DELAY_MS),
});
