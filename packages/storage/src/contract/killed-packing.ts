import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that packs a database until it is killed, so many steps after it began, or when nothing is left. */
export async function packAndKill(path: string, steps: number): Promise<void> {
  const modules = new URL('../sqlite/', import.meta.url).href;
  const program = `
    import { DatabaseSync } from 'node:sqlite';
    import { openWrittenHistory } from '${modules}written-history.ts';
    import { migrate } from '${modules}migrate.ts';
    import { packingSteps } from '${modules}pack-in-background.ts';
    const db = new DatabaseSync(${JSON.stringify(path)}, { timeout: 5000 });
    migrate(db);
    const step = packingSteps(db, openWrittenHistory(db));
    do process.stdout.write('x'); while (step());
    process.stdout.write('.');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let made = 0;
  for await (const bytes of child.stdout) {
    const text = String(bytes);
    made += text.length;
    if (made >= steps || text.endsWith('.')) break;
  }
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
