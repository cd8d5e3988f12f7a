import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { USER_ACTIONS } from '../../test/delegation/delegation-user-actions.ts';
import { ENTITY_ACTIONS } from '../../test/delegation/delegation-entity-actions.ts';
import { Walk } from '../../test/delegation/delegation-walker.ts';

/** Longer walks: DELEGATION_STEPS=20000 DELEGATION_SEED=7 node --test … */
const STEPS = Number(process.env['DELEGATION_STEPS'] ?? 400);
const SEED = Number(process.env['DELEGATION_SEED'] ?? 20_261_122);
const ADMIN = { email: 'admin@example.com', password: 'walk-of-an-administrator' };
const ACTIONS = { ...USER_ACTIONS, ...ENTITY_ACTIONS };

async function walkThrough(isAdvanced: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-walk-'));
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    PROTOCOLS: '',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LICENSE_MODE: isAdvanced ? 'plus' : 'standard',
  };
  const server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
  try {
    const walk = new Walk({ url: server.url, seed: SEED, isAdvanced, actions: ACTIONS });
    await walk.begin(ADMIN);
    for (let at = 0; at < STEPS; at++) {
      const what = `${await walk.step()}, step ${at} of seed ${SEED}`;
      const all = [...walk.model.users.keys()];
      for (const id of at % 25 === 0 ? all : [all.at(-1) ?? 1, all[at % all.length] ?? 1])
        await walk.check(id, what);
    }
    for (const action of Object.keys(ACTIONS).filter((each) => isAdvanced || !OF_PLUS.has(each)))
      assert.ok(walk.done.has(action), `nobody ever could ${action}: ${JSON.stringify([...walk.done])}`);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

/** Nobody can where the installation has no Plus. */
const OF_PLUS = new Set(['extend']);

test('[DELEG-7] no chain of acts gives anybody a right, a limit, an end or a view that his giver has not', () =>
  walkThrough(false));

test('[DELEG-7] nor does one where advanced permissions are in force', () => walkThrough(true));
