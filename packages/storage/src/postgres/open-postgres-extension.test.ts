import { test } from 'node:test';
import pg from 'pg';
import { postgresServer, WITHOUT_POSTGRES } from '../../test/postgres-server.ts';
import { extensionContract } from '../contract/extension-contract.ts';
import { openPostgresExtension } from './open-postgres-extension.ts';

if (WITHOUT_POSTGRES !== null) test('store of the extension on PostgreSQL', { skip: WITHOUT_POSTGRES });
else
  extensionContract('PostgreSQL', async () => {
    const server = await postgresServer();
    const url = await server.createDatabase();
    return {
      open: () => openPostgresExtension(url),
      pass: async (ms) => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query(
          `UPDATE rastro_extension.leases SET until = until - $1 * interval '1 millisecond'`,
          [ms],
        );
        await client.end();
      },
      dispose: () => server.dropDatabase(url),
    };
  });
