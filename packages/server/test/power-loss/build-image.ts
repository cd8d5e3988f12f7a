import type { DiskCall } from './disk-calls.ts';

/** A disk writes a sector whole, or not at all. */
const SECTOR = 512;
/** Of ten losses, in so many nothing that was not synced is on the disk. */
const NOTHING = 0.2;

export interface DiskImage {
  /** Files of the data folder, by their path in it. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Moment of the loss, in seconds since 1970. */
  readonly at: number;
}

/**
 * Builds the files as a loss of power may leave them at the beginning of a call. Calls before a sync of their file that
 * had ended are on the disk. Of those after it some are, in any order; a write may be there in part, sector by sector.
 * Creations, renames and deletions keep their order, and a sync of any file or folder makes those before it durable.
 */
export function buildImage(calls: readonly DiskCall[], cut: number, random: () => number): DiskImage {
  const at = calls[cut]?.at ?? Number.POSITIVE_INFINITY;
  const before = calls.slice(0, cut);
  const inodes = inodesOf(before);
  const synced = new Map<number, number>();
  let namesSynced = -1;
  for (const [i, call] of before.entries()) {
    if (call.kind !== 'sync' || call.end > at) continue;
    namesSynced = i;
    synced.set(inodes[i] ?? -1, i);
  }
  const keeps = random() < NOTHING ? 0 : random();
  const files = new Map<string, Buffer>();
  for (const [path, inode] of namesAt(before, inodes, namesSynced, random)) {
    const own = before.flatMap((call, i) => (inodes[i] === inode ? [{ call, i }] : []));
    const durable = own.filter(({ i }) => i <= (synced.get(inode) ?? -1)).map(({ call }) => call);
    const open = own.filter(({ i }) => i > (synced.get(inode) ?? -1)).map(({ call }) => call);
    const file = new GrowingFile();
    for (const call of durable) file.apply(call, () => true);
    for (const call of shuffled(open, random)) {
      if (random() >= keeps) continue;
      const isTorn = random() < 0.5;
      file.apply(call, () => !isTorn || random() < 0.5);
    }
    files.set(path, file.bytes());
  }
  return { files, at };
}

/** Number of the file of each call: a name may belong to another file later. */
function inodesOf(calls: readonly DiskCall[]): readonly number[] {
  const names = new Map<string, number>();
  let count = 0;
  return calls.map((call) => {
    const inode = names.get(call.path) ?? count++;
    names.set(call.path, inode);
    if (call.kind === 'unlink' || call.kind === 'rename') names.delete(call.path);
    if (call.kind === 'rename') names.set(call.to, inode);
    return inode;
  });
}

/** Names on the disk: all changes up to a sync, and some of those after it. */
function namesAt(
  calls: readonly DiskCall[],
  inodes: readonly number[],
  synced: number,
  random: () => number,
): ReadonlyMap<string, number> {
  const changes = calls.flatMap((call, i) =>
    call.kind === 'create' || call.kind === 'unlink' || call.kind === 'rename' ? [{ call, i }] : [],
  );
  const durable = changes.filter(({ i }) => i <= synced).length;
  const there = durable + Math.floor(random() * (changes.length - durable + 1));
  const names = new Map<string, number>();
  for (const { call, i } of changes.slice(0, there)) {
    const inode = inodes[i] ?? -1;
    if (call.kind === 'create') names.set(call.path, inode);
    else names.delete(call.path);
    if (call.kind === 'rename') names.set(call.to, inode);
  }
  return names;
}

class GrowingFile {
  #bytes = Buffer.alloc(0);
  #size = 0;
  apply(call: DiskCall, keepsSector: () => boolean): void {
    if (call.kind === 'truncate') {
      this.#bytes.fill(0, Math.min(call.size, this.#size));
      this.#grow(call.size);
      this.#size = call.size;
    }
    if (call.kind !== 'write') return;
    const { offset, bytes } = call;
    for (let from = 0; from < bytes.length;) {
      const to = Math.min(bytes.length, from + SECTOR - ((offset + from) % SECTOR));
      if (keepsSector()) {
        this.#grow(offset + to);
        bytes.copy(this.#bytes, offset + from, from, to);
        this.#size = Math.max(this.#size, offset + to);
      }
      from = to;
    }
  }
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
  #grow(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(size, 2 * this.#bytes.length));
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
