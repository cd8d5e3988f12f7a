import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { imeiOf } from '@rastro/protocols/testing';
import { CONFIRMING, startDevice } from '../kill-test-device.ts';
import { registerDevices, startKillable } from '../kill-test-server.ts';
import { readDiskCalls, STRACE, type DiskCall } from './disk-calls.ts';

/** A run of a real server under load: its calls to the disk, and what devices had been promised at which time. */
export interface RecordedRun {
  readonly calls: readonly DiskCall[];
  readonly imeis: readonly string[];
  /** Counts of acknowledged records of each device, at seconds since 1970. */
  readonly promises: readonly { readonly at: number; readonly counts: readonly number[] }[];
  /** Fix times of each device, in the order of their acknowledgement. */
  readonly acknowledged: readonly (readonly number[])[];
}

export const hasStrace = (): boolean => spawnSync('strace', ['-V']).status === 0;
const secondsNow = (): number => (performance.timeOrigin + performance.now()) / 1000;

/** Runs a server under strace until devices have so many records acknowledged, then kills it. */
export async function recordRun(place: string, records: number): Promise<RecordedRun> {
  const folder = join(place, 'data');
  const devices = CONFIRMING.map((protocol, i) => startDevice(protocol, imeiOf(i)));
  const imeis = devices.map(({ imei }) => imei);
  const server = await startKillable(folder, [...STRACE, join(place, 'trace')]);
  await registerDevices(server.url, imeis);
  const lines = devices.map((device) => device.talk(connect(server.ports[device.protocol], '127.0.0.1')));
  const promises: { at: number; counts: number[] }[] = [];
  const end = performance.now() + 120_000;
  for (let total = 0; total < records && performance.now() < end;) {
    await setTimeout(2);
    const counts = devices.map(({ acknowledged }) => acknowledged.length);
    total = counts.reduce((a, b) => a + b, 0);
    promises.push({ at: secondsNow(), counts });
  }
  server.child.kill('SIGKILL');
  await Promise.all([once(server.child, 'exit'), ...lines]);
  await setTimeout(500); // The tracer writes its last lines after the end of its tracee.
  const acknowledged = devices.map((device) => [...device.acknowledged]);
  return { calls: readDiskCalls(place, 'trace', folder), imeis, promises, acknowledged };
}
