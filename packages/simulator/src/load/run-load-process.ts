import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadReport } from './plan.ts';

/** Runs a load in a child process, so that its work does not count as the caller's. @throws Error when it fails. */
export function runLoadProcess(plan: LoadPlan, signal: AbortSignal): Promise<LoadReport> {
  const program = fileURLToPath(new URL('./main.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(plan)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const stop = (): void => void child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.on('error', (cause) => reject(new Error('Cannot start the load', { cause })));
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      if (code === 0) resolve(JSON.parse(output) as LoadReport);
      else reject(new Error(`Cannot run the load: its process ended with ${code}`));
    });
  });
}
