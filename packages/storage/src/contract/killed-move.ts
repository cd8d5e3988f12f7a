import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DataMove } from '../move/move-data.ts';

/** A process that moves data, and is killed some milliseconds after so many steps. @returns false = it came to its end. */
export async function moveAndKill(
  { folder, databaseUrl, to, stores }: DataMove,
  steps: number,
  laterMs: number,
): Promise<boolean> {
  const program = `
    import { moveData } from ${JSON.stringify(new URL('../move/move-data.ts', import.meta.url).href)};
    const move = ${JSON.stringify({ folder, databaseUrl, to, stores, acceptsLoss: false })};
    let left = ${steps};
    const onStep = () => {
      if (--left === 0) setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${laterMs});
    };
    await moveData({ ...move, onStep }, new AbortController().signal);
    process.exit(0);`;
  const child = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  return child.signalCode === 'SIGKILL';
}
