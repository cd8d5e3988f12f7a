import { readdirSync, readFileSync } from 'node:fs';
import { asked } from '../../packages/storage/test/postgres-database.ts';

const TICKS_PER_MS = 0.1;

/** The process that all others of a server come from. */
export async function postmasterOf(url: string): Promise<number> {
  const [row] = await asked(url, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'");
  const found = statOf(String(row?.['pid']));
  if (!found) throw new Error('The server runs on another machine');
  return found.parent;
}

/** Processor time of a server, with processes that have ended. */
export function cpuMsOf(postmaster: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    const stat = statOf(name);
    if (stat?.pid === postmaster) ticks += stat.ticks + stat.ticksOfChildren;
    else if (stat?.parent === postmaster) ticks += stat.ticks;
  }
  return ticks / TICKS_PER_MS;
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
  /** Of those that have ended. */
  readonly ticksOfChildren: number;
}

function statOf(name: string): Stat | null {
  if (!/^\d+$/.test(name)) return null;
  try {
    const fields =
      readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    );
    return { pid: Number(name), parent, ticks: user + system, ticksOfChildren: childUser + childSystem };
  } catch {
    return null; // It has ended meanwhile.
  }
}
