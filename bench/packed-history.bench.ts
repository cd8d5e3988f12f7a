// Positions of the demonstration, packed: bytes and processor time of a record. Targets: 30 bytes in days as they come
// (95 records), 25 in runs of 1,440, packing 3 µs, six columns of a run of 1,440 within 0.3 ms. A size is the number of days.
import { DAY_MS } from '@rastro/base';
import { openStorage, type Storage, type StoredPosition } from '@rastro/storage';
import { decodeAttributes, decodeRun, decodeTexts } from '../packages/storage/src/packed/decode-run.ts';
import { encodeRun } from '../packages/storage/src/packed/encode-run.ts';
import { decodeColumns } from '../packages/storage/src/packed/head-columns.ts';
import { printFigure, rounded } from './support/print-figure.ts';
import { demoOf } from './support/run-demo.ts';

const DAYS = Number(process.argv[2] ?? 30);
const TRACK = ['fixTime', 'latitude', 'longitude', 'speed', 'course', 'valid'] as const;
const MINUTES_A_DAY = 1440;

const storage = await openStorage({ folder: await demoOf(DAYS) });
const histories = await historiesOf(storage);
await storage.close();

measure('packed.days', histories.flatMap(daysOf));
for (const size of [MINUTES_A_DAY, 128, 32, 16])
  measure(
    `packed.${size}`,
    histories.flatMap((history) => cut(history, size)),
  );

async function historiesOf(store: Storage): Promise<readonly StoredPosition[][]> {
  const all: StoredPosition[][] = [];
  for (const { id } of await store.documents('device')) {
    const positions: StoredPosition[] = [];
    const query = { deviceId: id, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 5000 };
    for await (const page of store.history(query)) positions.push(...page);
    all.push(positions);
  }
  return all;
}

function daysOf(history: readonly StoredPosition[]): readonly StoredPosition[][] {
  return [...Map.groupBy(history, ({ fixTime }) => Math.floor(fixTime / DAY_MS)).values()];
}

/** Whole runs only. */
function cut(history: readonly StoredPosition[], size: number): readonly StoredPosition[][] {
  const count = Math.floor(history.length / size);
  return Array.from({ length: count }, (_, i) => history.slice(i * size, (i + 1) * size));
}

function measure(name: string, runs: readonly StoredPosition[][]): void {
  const records = runs.reduce((sum, run) => sum + run.length, 0);
  const packed = runs.map(encodeRun);
  const sizeOf = (part: 'head' | 'body'): number =>
    rounded(packed.reduce((sum, run) => sum + run[part].length, 0) / records);
  const perRecord = (work: () => void): number => rounded((fastest(work) * 1000) / records, 2);
  const [headBytes, bodyBytes] = [sizeOf('head'), sizeOf('body')];
  const columnsMs = fastest(() => packed.forEach(({ head }) => decodeColumns(head, TRACK)));
  printFigure(name, {
    n: Math.round(records / runs.length),
    records,
    headBytes,
    bodyBytes,
    bytes: rounded(headBytes + bodyBytes),
    packMicroseconds: perRecord(() => runs.forEach((run) => encodeRun(run))),
    recordsMicroseconds: perRecord(() => packed.forEach((run) => decodeRun(run))),
    textsMicroseconds: perRecord(() => packed.forEach((run) => decodeTexts(run))),
    columnsMsPerRun: rounded(columnsMs / runs.length, 3),
    fuelMsPerRun: rounded(
      fastest(() => packed.forEach(({ body }) => decodeAttributes(body, ['fuel']))) / runs.length,
      3,
    ),
  });
}

/** Processor time of this thread, milliseconds, least of three: others use the machine, too. */
function fastest(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
