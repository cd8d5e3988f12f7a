import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A call by which a process changed files. Times are seconds since 1970, at the beginning and at the end of the call. */
export type DiskCall = { readonly at: number; readonly end: number; readonly path: string } & (
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number }
  | { readonly kind: 'rename'; readonly to: string }
  | { readonly kind: 'create' | 'unlink' | 'sync' }
);

/** Options of strace by which `readDiskCalls` reads; the prefix of its files comes after. */
export const STRACE = [
  'strace',
  '-D',
  '-ff',
  '-y',
  '-xx',
  '-s',
  '1000000',
  '-T',
  '--absolute-timestamps=format:unix,precision:ns',
  '--seccomp-bpf',
  '-e',
  'trace=openat,write,writev,pwrite64,pwritev,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat',
  '-o',
];

const LINE = /^(\d+\.\d+) (\w+)\((.*)\) = (-?\d+)(?:<[^>]*>)?(?: .*)? <(\d+\.\d+)>$/s;
const HEX = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g;
const OF_FD = /^(?:\d+|AT_FDCWD)<((?:\\x[0-9a-f]{2})*)>/;
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');

/** Reads what strace wrote, a file for each thread, in the order in which the calls began. Paths are those below `folder`. */
export function readDiskCalls(from: string, prefix: string, folder: string): readonly DiskCall[] {
  const root = `${folder}/`;
  const names = readdirSync(from).filter((name) => name.startsWith(`${prefix}.`));
  const lines = names.flatMap((name) => readFileSync(join(from, name), 'latin1').split('\n'));
  const parsed = lines.flatMap((line) => {
    const [, at = '', name = '', args = '', result = '', took = ''] = LINE.exec(line) ?? [];
    const strings = [...args.matchAll(HEX)];
    const paths = [
      OF_FD.exec(args)?.[1],
      ...(/open|rename|unlink/.test(name) ? strings.map(([, hex]) => hex) : []),
    ];
    const [path, to] = paths
      .map((hex) => bytesOf(hex ?? '').toString())
      .filter((each) => `${each}/`.startsWith(root));
    if (path === undefined || Number(result) < 0 || /-shm$|\.lock/.test(path)) return [];
    if (strings.some(([, , more]) => more !== undefined)) throw new Error(`strace cut a call short: ${name}`);
    const call = { at: Number(at), end: Number(at) + Number(took), path: path.slice(root.length) }; // '' = the folder itself
    return [{ call, name, args, result: Number(result), to, bytes: bytesOf(strings[0]?.[1] ?? '') }];
  });
  return toCalls(
    parsed.sort((a, b) => a.call.at - b.call.at),
    root,
  );
}

interface Parsed {
  readonly call: { readonly at: number; readonly end: number; readonly path: string };
  readonly name: string;
  readonly args: string;
  readonly result: number;
  readonly to: string | undefined;
  readonly bytes: Buffer;
}

function toCalls(parsed: readonly Parsed[], root: string): readonly DiskCall[] {
  /** Where a plain `write` goes on. */
  const ends = new Map<string, number>();
  return parsed.flatMap(({ call, name, args, result, to, bytes }): DiskCall[] => {
    const { path } = call;
    const lastNumber = Number(/(\d+)$/.exec(args)?.[1] ?? 0);
    if (name === 'openat') {
      ends.set(path, 0);
      const truncates = args.includes('O_TRUNC');
      const created: DiskCall[] = args.includes('O_CREAT') ? [{ ...call, kind: 'create' }] : [];
      return truncates ? [...created, { ...call, kind: 'truncate', size: 0 }] : created;
    }
    if (name === 'write') {
      const offset = ends.get(path) ?? 0;
      ends.set(path, offset + result);
      return [{ ...call, kind: 'write', offset, bytes: bytes.subarray(0, result) }];
    }
    if (name === 'pwrite64')
      return [{ ...call, kind: 'write', offset: lastNumber, bytes: bytes.subarray(0, result) }];
    if (name === 'ftruncate') return [{ ...call, kind: 'truncate', size: lastNumber }];
    if (name === 'fsync' || name === 'fdatasync') return [{ ...call, kind: 'sync' }];
    if (name.startsWith('unlink')) return [{ ...call, kind: 'unlink' }];
    if (name.startsWith('rename') && to !== undefined)
      return [{ ...call, kind: 'rename', to: to.slice(root.length) }];
    throw new Error(`a call that cannot be rebuilt: ${name} ${path}`);
  });
}
