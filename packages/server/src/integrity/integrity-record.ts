import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Result of the last check of all data, in a file of its own: a damaged database cannot be trusted with it. */
const FILE = 'integrity.json';
const schema = z.object({
  /** Milliseconds; null = there was none. */
  checkedAt: z.number().nullable(),
  damages: z.array(z.object({ database: z.string(), table: z.string().nullable(), detail: z.string() })),
});
export type IntegrityRecord = z.infer<typeof schema>;

/** @returns an empty record where there is none that can be read. */
export function readIntegrity(folder: string): IntegrityRecord {
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')));
  } catch {
    return { checkedAt: null, damages: [] }; // The next check writes one.
  }
}

export function writeIntegrity(folder: string, record: IntegrityRecord): void {
  const path = join(folder, FILE);
  writeFileSync(`${path}.new`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
