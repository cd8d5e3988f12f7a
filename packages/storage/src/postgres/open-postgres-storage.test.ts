import { afterEach, beforeEach, describe, test } from 'node:test';
import { asked, EMPTY, passing } from '../../test/postgres-database.ts';
import { POSTGRES_VERSIONS, postgresServer, WITHOUT_POSTGRES } from '../../test/postgres-server.ts';
import { partitionContract } from '../contract/partition-contract.ts';
import { storageContract } from '../contract/storage-contract.ts';
import type { Storage } from '../port.ts';
import { openPostgresStorage } from './open-postgres-storage.ts';

if (WITHOUT_POSTGRES !== null) test('storage on PostgreSQL', { skip: WITHOUT_POSTGRES });
else
  for (const [name, bin] of POSTGRES_VERSIONS) {
    let made: Promise<string> | null = null;
    const database = (): Promise<string> =>
      (made ??= postgresServer(bin).then((server) => server.createDatabase()));
    for (const packsAtOnce of [false, true])
      storageContract(packsAtOnce ? `${name}, packed` : name, async () => {
        const url = await database();
        return {
          open: () => openPostgresStorage(url, { packsAtOnce }),
          dispose: async () => void (await asked(url, EMPTY)),
        };
      });
    describe(`ownership contract: ${name}`, () => {
      let store: Storage;
      const open = async (): Promise<Storage> => openPostgresStorage(await database());
      beforeEach(async () => {
        store = await open();
      });
      afterEach(async () => {
        await store.close();
        await asked(await database(), EMPTY);
      });
      partitionContract({
        store: () => store,
        open,
        pass: async (ms) => void (await asked(await database(), passing(ms))),
      });
    });
  }
