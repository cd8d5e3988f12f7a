import { StorageError } from '@rastro/storage';
import { UnsupportedServerError } from './gateway/server-version.ts';
import { SettingError } from './settings/read-settings.ts';

const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file of this name',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};
const DAMAGED = 'the file is damaged';
export const AFTER_DAMAGE =
  'Stop the server, run check-data to learn what is lost, then restore a backup (restore --from FOLDER).';
const AFTER_LOSS =
  'Put the missing file back, or restore a backup (restore --from FOLDER); to begin with what is there, start once with ACCEPT_LOSS=true.';
const AFTER_MOVE =
  'Run the same move again: it goes on where it ended (docs/operations.md). Or start with the settings of before it.';
/** Primary result codes of SQLite. */
const DATABASE: Readonly<Record<number, string>> = {
  3: 'permission denied',
  8: 'permission denied: it can only be read',
  10: 'the disk answers with errors',
  11: DAMAGED,
  13: 'the disk is full',
  14: 'permission denied, or the folder is missing',
  26: 'the file is no database',
};
const PRIVILEGED = 1024;

/** Says why the start failed, in one line: what, where, why, and what to do. */
export function explainStart(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  if (error instanceof UnsupportedServerError)
    return `Cannot start: ${error.message} Check TRACKING_SERVER_URL.`;
  if (error instanceof StorageError && error.code === 'TOO_NEW')
    return 'Cannot open the database: a newer version of this program wrote it. Update, or check DATA_DIR.';
  const action = error instanceof Error ? (error.message.split(': storage answered')[0] ?? '') : '';
  if (error instanceof StorageError && error.code === 'IN_USE')
    return `${action}: another Rastro uses it. Stop that one, or set another ${settingOf(action)}.`;
  if (error instanceof StorageError && error.code === 'UNFINISHED') return `${lossOf(error)}. ${AFTER_MOVE}`;
  if (error instanceof StorageError && error.code === 'LOST') return `${lossOf(error)}. ${AFTER_LOSS}`;
  if (error instanceof StorageError) {
    const { reason, path } = causeOf(error);
    const where = path === null || action.includes(path) ? '' : ` (${path})`;
    return `${action}: ${reason ?? 'it does not answer'}${where}. ${advice(reason, settingOf(action))}`;
  }
  const read = new Map<string, unknown>(Object.entries(Object(error)));
  const [code, port, address, path] = ['code', 'port', 'address', 'path'].map((name) => read.get(name));
  if (code === 'EADDRINUSE')
    return `Cannot listen on port ${String(port)}: it is in use. Stop the other program or set another port.`;
  if (code === 'EACCES' && typeof port === 'number') return notPermitted(port);
  if (code === 'EADDRNOTAVAIL')
    return `Cannot listen on ${String(address)}: not an address of this machine. Check HOST.`;
  const reason = SYSTEM[String(code)];
  if (reason !== undefined && typeof path === 'string')
    return `Cannot use ${path}: ${reason}. ${advice(reason, 'DATA_DIR')}`;
  return error instanceof Error ? error.message : String(error);
}

/** The error of the database's thread says what is lost. */
const lossOf = (error: StorageError): string =>
  (error.cause instanceof Error ? error.cause : error).message.split(': storage answered')[0] ?? '';

const notPermitted = (port: number): string =>
  port < PRIVILEGED
    ? `Cannot listen on port ${port}: permission denied. Ports below ${PRIVILEGED} need a privilege: set another PORT and let a proxy forward to it.`
    : `Cannot listen on port ${port}: permission denied. Set another port, or have the system allow this one.`;

/** The setting that says where the data are. */
const settingOf = (action: string): string =>
  action.includes('database server') ? 'DATABASE_URL' : 'DATA_DIR';

function advice(reason: string | null, setting: string): string {
  if (reason?.startsWith('permission denied') === true)
    return `Let the user who runs this (uid ${process.getuid?.() ?? 'unknown'}) read and write it, or set another DATA_DIR.`;
  if (reason?.startsWith('the disk') === true) return 'Make room or check the disk, then start again.';
  if (reason === DAMAGED) return `Nothing was changed. ${AFTER_DAMAGE}`;
  return `Check ${setting}.`;
}

/** Error of the system or the database at the bottom of the chain of causes. */
function causeOf(error: Error): { readonly reason: string | null; readonly path: string | null } {
  let reason: string | null = null;
  let path: string | null = null;
  for (let at: unknown = error.cause; at instanceof Error; at = at.cause) {
    const read = new Map<string, unknown>(Object.entries(at));
    const found = SYSTEM[String(read.get('code'))] ?? DATABASE[Number(read.get('errcode') ?? -1) & 0xff];
    reason = found ?? reason ?? at.message;
    const named = read.get('path');
    if (typeof named === 'string') path = named;
  }
  return { reason, path };
}
