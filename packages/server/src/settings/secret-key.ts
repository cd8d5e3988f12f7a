import { createHash, hkdfSync } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { host } from '@rastro/base/host';

const FILE = 'secrets.key';
const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;

/**
 * The key that encrypts users' secrets: made from SECRET_KEY, or else a file that is made once.
 * @throws when the file cannot be made or is not what we made.
 */
export function secretKey(setting: string, folder: string): Uint8Array {
  if (setting !== '') {
    const salt = createHash('sha256').update('rastro').digest();
    return Buffer.from(hkdfSync('sha256', setting, salt, 'secrets', KEY_BYTES));
  }
  const path = join(folder, FILE);
  const key = readIfThere(path) ?? makeOnce(path);
  // A copy of the folder may have left it open.
  chmodSync(path, OWNER_ONLY);
  if (key.length !== KEY_BYTES) throw new Error(`Cannot start: ${path} is no key of ${KEY_BYTES} bytes`);
  return key;
}

/** Whole, or not there: another process may start at the same time, and this one may die. */
function makeOnce(path: string): Buffer {
  const temporary = `${path}.${process.pid}.new`;
  const file = openSync(temporary, 'wx', OWNER_ONLY);
  try {
    writeSync(file, host.randomBytes(KEY_BYTES));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
  return readFileSync(path);
}
function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);
