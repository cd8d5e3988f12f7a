import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { imeiOf } from '@rastro/protocols/testing';
import { checkAtRest } from '@rastro/storage';
import { CONFIRMING, startDevice } from '../kill-test-device.ts';
import { registerDevices, startKillable, storedTimes } from '../kill-test-server.ts';

export interface IoError {
  readonly call: 'pwrite64' | 'fsync';
  /** Counted in each thread, from its start. */
  readonly nth: number;
  /** All calls from that one on fail. */
  readonly goesOn: boolean;
}
export interface IoErrorOutcome {
  readonly acknowledged: number;
  /** Records that were acknowledged while every call failed. */
  readonly afterwards: number;
  /** Answer of `/health/ready` at the end. */
  readonly readiness: number;
  /** Lines of what is not as it must be; empty = all that was acknowledged is there, once. */
  readonly wrong: readonly string[];
}

/** Records after which a single error is over for sure: each commit is a call of its kind. */
const ENOUGH = 1000;
/** Devices try again several times meanwhile. */
const AFTERWARDS_MS = 1500;
const PATIENCE_MS = 60_000;

/** Runs a server some of whose calls to the disk fail, with devices that send all the time, kills it, and checks its data. */
export async function runWithError(
  place: string,
  { call, nth, goesOn }: IoError,
): Promise<IoErrorOutcome | null> {
  const folder = join(place, `${call}-${nth}${goesOn ? '-on' : ''}`);
  const devices = CONFIRMING.map((protocol, i) => startDevice(protocol, imeiOf(i)));
  const imeis = devices.map(({ imei }) => imei);
  // The folder exists before: the errors are those of a server under load.
  // A port that the system gave for TCP may be taken for UDP: then the start ends, and the next one gets another.
  const first = await startKillable(folder).catch(() => startKillable(folder));
  await registerDevices(first.url, imeis);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const inject = `inject=${call}:error=EIO:when=${nth}${goesOn ? '+' : ''}`;
  const tracer = ['strace', '-D', '-f', '-o', '/dev/null', '-e', `trace=${call}`, '-e', inject];
  const server = await startKillable(folder, tracer).catch(() => null);
  if (!server) return null; // The error came during the start, which it stopped.
  const total = (): number => devices.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const ends = devices.map(async (device) => {
    while (server.child.exitCode === null && server.child.signalCode === null) {
      await device.talk(connect(server.ports[device.protocol], '127.0.0.1'));
      await setTimeout(50);
    }
  });
  const readinessNow = (): Promise<number> =>
    fetch(`${server.url}/health/ready`).then(
      ({ status }) => status,
      () => 0,
    );
  const isThere = async (): Promise<boolean> => (goesOn ? (await readinessNow()) === 503 : total() >= ENOUGH);
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end && !(await isThere());)
    await setTimeout(50);
  const before = total();
  // Nothing can follow by which the end of this would be known.
  if (goesOn) await setTimeout(AFTERWARDS_MS);
  const afterwards = total() - before;
  const readiness = await readinessNow();
  server.child.kill('SIGKILL');
  await Promise.all([once(server.child, 'exit'), ...ends]);
  const stored = await storedTimes(folder, imeis);
  const wrong = devices.flatMap(({ imei, acknowledged }) => {
    const times = stored.get(imei) ?? [];
    const unique = new Set(times);
    const lost = acknowledged.filter((time) => !unique.has(time));
    return [
      ...(unique.size === times.length ? [] : [`${imei}: a record is there twice`]),
      ...(lost.length === 0 ? [] : [`${imei}: ${lost.length} acknowledged records are lost`]),
    ];
  });
  const complaints = checkAtRest(folder, () => {}).flatMap((report) => report.complaints);
  return { acknowledged: total(), afterwards, readiness, wrong: [...wrong, ...complaints] };
}
