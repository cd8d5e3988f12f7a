import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from 'node:sqlite';
import { host, pause } from '@rastro/base/host';
import { stepBack } from '@rastro/base/threads';
import type { Damage } from '../damage.ts';
import type { CheckAnswer, CheckSetup } from './check-messages.ts';
import { isDamage } from './damage-channel.ts';
import { DisorderError, walkTable } from './walk-table.ts';
import { quoted, walkedTables, type WalkedTable } from './walked-tables.ts';

/** Entry of the thread that checks a database while others use it; nothing imports this file. */
const SMALL_ROWS = 100_000;
/** Lines of SQLite's own check that are worth reading. */
const MOST_LINES = 3;

async function check({ path, pauses }: CheckSetup): Promise<CheckAnswer> {
  stepBack('last');
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const damages: Damage[] = [];
  let rows = 0;
  try {
    db.exec('PRAGMA cell_size_check = ON');
    for (const table of walkedTables(db)) {
      const found = await checkTable(db, table, pauses);
      rows += found.rows;
      if (found.detail !== null)
        damages.push({ database: basename(path), table: table.name, detail: found.detail });
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    damages.push({ database: basename(path), table: null, detail: error.message });
  } finally {
    db.close();
  }
  return { damages, rows };
}

async function checkTable(
  db: DatabaseSync,
  table: WalkedTable,
  pauses: number,
): Promise<{ readonly rows: number; readonly detail: string | null }> {
  let rows = 0;
  try {
    const steps = walkTable(db, table);
    for (;;) {
      const began = host.elapsed();
      const step = steps.next();
      if (step.done === true) break;
      rows += step.value;
      await pause((host.elapsed() - began) * pauses);
    }
    // One statement: a snapshot that is held for long keeps the write-ahead log from beginning anew.
    return { rows, detail: rows <= SMALL_ROWS ? ownCheck(db, table) : null };
  } catch (error) {
    if (!isDamage(error) && !(error instanceof DisorderError)) throw error;
    return { rows, detail: error.message };
  }
}

/** Check of SQLite of a table and all of its indexes; null = it finds nothing. */
function ownCheck(db: DatabaseSync, { name }: WalkedTable): string | null {
  const lines = db.prepare(`PRAGMA integrity_check(${quoted(name)})`).all();
  const texts = lines.map((line) => String(line['integrity_check']));
  return texts[0] === 'ok' ? null : texts.slice(0, MOST_LINES).join('; ');
}

const port = parentPort;
if (port) port.postMessage(await check(workerData as CheckSetup));
