import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The pinned Node of the project; the system's may be older. */
export const NODE = join(ROOT, 'node_modules/.bin/node');

/** Compiled code of Node, cached between starts: a third of the work of a start, half of many short ones. */
export const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled') };

/**
 * Environment of the server. By default the allocator of Linux keeps a heap for each of its dozen threads, and returns
 * little of them: 50 MiB for a driving fleet. It also learns to keep blocks of up to 32 MiB: with a fixed threshold a large
 * one goes back to the system when it is free, 80 MiB after reports.
 */
export const SERVER = {
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '131072',
  ...COMPILED,
};

/**
 * Heap growth of the server. By default it is collected at four times the live size: messages of a fleet every few
 * seconds outlive two young collections, so it would fill to 150 MiB before a full collection.
 */
export const HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

const environment = () => ({
  ...process.env,
  PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
});

/**
 * Runs a command.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, quiet?: boolean, env?: Record<string, string> }} [options] quiet = keep the output
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = ROOT, quiet = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, args, { cwd, stdio, env: { ...environment(), ...env } });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/** Runs a command that must succeed; prints its output when it fails. */
export async function must(command, args, options = {}) {
  const { code, output } = await run(command, args, options);
  if (code === 0) return output;
  process.stderr.write(output);
  throw new Error(`Cannot go on: ${command} ${args.join(' ')} ended with ${code}`);
}

/** Runs a program in the foreground, hands signals on, ends with its exit code. */
export async function become(command, args, env = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...environment(), ...env } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.once('close', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
