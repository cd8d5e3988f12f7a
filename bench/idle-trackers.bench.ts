// A fleet of 100,000 that has said who it is and is silent: memory of the whole server. Then all connections are cut at
// once, and all trackers return with a record each. Targets: 1 GB with all of them connected; all acknowledged within
// 60 s. Every connection is an open file: where the system allows fewer (`ulimit -Hn`), it measures as many and half of
// them, and reckons the rest. Arguments: numbers of connections.
import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { openStorage } from '@rastro/storage';
import { startIdleTrackers, type IdleTrackers } from './support/idle-trackers.ts';
import { FIRST_TIME, makeData, writeLatest } from './support/made-data.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { mebibytes, printFigure, rounded } from './support/print-figure.ts';

const FLEET = 100_000;
/** Open files that a server needs besides connections of devices. */
const OTHER_FILES = 500;
const RECORD_TIME = FIRST_TIME + 3_600_000;
const REST_MS = 10_000;

interface Held {
  readonly n: number;
  readonly rssMB: number;
  /** JavaScript objects of a connection and its device, after a collection. */
  readonly heapKBEach: number;
  /** All else, such as the socket itself. */
  readonly outsideKBEach: number;
}

const openFiles = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
const most = openFiles === 'unlimited' ? FLEET : Math.min(FLEET, Number(openFiles) - OTHER_FILES);
const wanted = process.argv.slice(2).map(Number);
for (const n of wanted.length > 0 ? wanted : [Math.floor(most / 2), most]) printReckoned(await measure(n));

/**
 * Memory that the whole fleet would take: the sizes must agree. Pages of objects have room after a start, which the
 * first connections take up: so it counts what they hold, and not by how much the process grew.
 */
function printReckoned({ n, rssMB, heapKBEach, outsideKBEach }: Held): void {
  const kBEach = heapKBEach + outsideKBEach;
  printFigure('idle-trackers.reckoned', {
    n: FLEET,
    from: n,
    openFiles,
    kBEach: rounded(kBEach, 2),
    rssMB: Math.round(rssMB + (kBEach * (FLEET - n)) / 1000),
    targetMB: 1000,
  });
}

async function measure(n: number): Promise<Held> {
  const data = await makeData(FLEET);
  await data.write((storage) => writeLatest(storage, data.deviceIds, 1));
  const server = await startMeasuredServer(data.folder);
  await server.settled();
  const trackers = startIdleTrackers(server.port, n);
  const result = await rest(server, trackers, n);
  await storm(server, trackers, n);
  await trackers.close();
  await server.stop();
  printFigure('idle-trackers.stored', { n, records: await recordsOf(data.folder) });
  data.remove();
  return result;
}

/** The process as it is at rest, with all that connecting left behind; its parts after a collection. */
async function rest(server: MeasuredServer, trackers: IdleTrackers, n: number): Promise<Held> {
  const before = await server.measure(true);
  const begun = performance.now();
  const { connected } = await trackers.order({ kind: 'open' });
  const tookMs = performance.now() - begun;
  await pause(REST_MS);
  const { rssKiB, loopMaxMs } = await server.measure();
  const { heapKiB, outsideKiB } = await server.measure(true);
  const each = (kibibytes: number): number => rounded((kibibytes * 1.024) / n, 2);
  const result = {
    n,
    rssMB: megabytes(rssKiB),
    heapKBEach: each(heapKiB - before.heapKiB),
    outsideKBEach: each(outsideKiB - before.outsideKiB),
  };
  printFigure('idle-trackers.rest', {
    ...result,
    fleet: FLEET,
    connected,
    openedS: rounded(tookMs / 1000),
    loopMaxMs,
    beforeMB: megabytes(before.rssKiB),
    beforeHeapMB: megabytes(before.heapKiB),
  });
  return result;
}

async function storm(server: MeasuredServer, trackers: IdleTrackers, n: number): Promise<void> {
  await server.measure();
  const begun = performance.now();
  const { connected, tries, cut } = await trackers.order({ kind: 'comeBack', recordTime: RECORD_TIME });
  const tookMs = performance.now() - begun;
  const { loopP99Ms, loopMaxMs, cpuMs, rssKiB } = await server.measure();
  const { heapKiB } = await server.measure(true);
  printFigure('idle-trackers.storm', {
    n,
    acknowledged: connected,
    tries,
    cut,
    tookS: rounded(tookMs / 1000),
    targetS: 60,
    loopP99Ms,
    loopMaxMs,
    cpuMsPer1000: rounded((cpuMs * 1000) / n),
    rssMB: megabytes(rssKiB),
    heapMB: megabytes(heapKiB),
    rssPeakMiB: mebibytes(server.rssPeakKiB()),
  });
}

/** Records of the return that are on the disk. */
async function recordsOf(folder: string): Promise<number> {
  const storage = await openStorage({ folder });
  const ids = (await storage.deviceStates()).map(({ positionId }) => positionId);
  let found = 0;
  for (let at = 0; at < ids.length; at += 1000) {
    const page = await storage.positionsById(ids.slice(at, at + 1000));
    found += page.filter(({ fixTime }) => fixTime === RECORD_TIME).length;
  }
  await storage.close();
  return found;
}

function megabytes(kibibytes: number): number {
  return rounded((kibibytes * 1024) / 1e6);
}
