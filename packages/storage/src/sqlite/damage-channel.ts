import { relative, resolve, sep } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import type { Damage } from '../damage.ts';
import { StorageError } from '../storage-error.ts';

/** Every thread of the process may come upon damage; one place of it remembers. */
const CHANNEL = 'rastro.damage';
/** Primary result codes: the image is malformed; the file is no database. */
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

interface FoundDamage {
  readonly path: string;
  readonly detail: string;
}

/** True for an error by which SQLite, or our own reading of packed history, says that data are damaged. */
export function isDamage(error: unknown): error is Error {
  if (error instanceof StorageError) return error.code === 'DAMAGED';
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  const primary = Number(error.errcode) & 0xff;
  return primary === CORRUPT || primary === NOT_A_DATABASE;
}

/** Publishes the error of a statement, when it is damage. */
export function publishDamage(path: string, error: unknown): void {
  if (!isDamage(error)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ path: resolve(path), detail: error.message } satisfies FoundDamage);
  channel.close();
}

/** Calls for damage that any thread comes upon in databases of a folder, and of folders in it. */
export function onDamage(folder: string, found: (damage: Damage) => void): { close(): void } {
  const root = resolve(folder);
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: { readonly data: unknown }) => {
    if (!isFoundDamage(data) || !data.path.startsWith(`${root}${sep}`)) return;
    found({ database: relative(root, data.path), table: null, detail: data.detail });
  };
  channel.unref();
  return { close: () => channel.close() };
}

const isFoundDamage = (data: unknown): data is FoundDamage =>
  typeof data === 'object' && data !== null && 'path' in data && typeof data.path === 'string';
