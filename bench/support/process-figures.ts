import { readdirSync, readFileSync } from 'node:fs';

/** Bytes that a process gave to the disk since its start; null where the system does not report them. */
export function writtenBytes(pid: number): number | null {
  const found = /^write_bytes: (\d+)$/m.exec(textOf(`/proc/${pid}/io`));
  return found ? Number(found[1]) : null;
}

/** Processor time of all threads of a process since its start, milliseconds; null where the system does not report it. */
export function processCpuMs(pid: number): number | null {
  const times = threadsOf(pid).map((thread) => cpuMsOf(pid, thread));
  return times.length === 0 ? null : times.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
}

/** Processor time of the thread with a name since its start, milliseconds; null where the system does not report it. */
export function threadCpuMs(pid: number, name: string): number | null {
  const found = threadsOf(pid).find((thread) => textOf(`/proc/${pid}/task/${thread}/comm`).trim() === name);
  return found === undefined ? null : cpuMsOf(pid, found);
}

function cpuMsOf(pid: number, thread: string): number | null {
  const [nanoseconds = ''] = textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
  return nanoseconds === '' ? null : Number(nanoseconds) / 1e6;
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // No such folder on this system.
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // No such file on this system.
  }
}
