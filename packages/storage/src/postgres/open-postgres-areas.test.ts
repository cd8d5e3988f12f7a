import { test } from 'node:test';
import pg from 'pg';
import { waitsForSomebody } from '@rastro/fleet/threads';
import { postgresServer, WITHOUT_POSTGRES } from '../../test/postgres-server.ts';
import { areaStorageContract } from '../contract/area-contract.ts';
import type { StoredEvent } from '../records.ts';
import { openPostgresAreas } from './open-postgres-areas.ts';

async function storeEvents(
  url: string,
  events: readonly StoredEvent[],
  outbox: readonly number[] = [],
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const each of events) {
    const { id, deviceId, type, eventTime, positionId, geofenceId, maintenanceId, attributes } = each;
    await client.query('INSERT INTO rastro.events VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
      id,
      deviceId,
      type,
      eventTime,
      positionId,
      geofenceId,
      maintenanceId,
      JSON.stringify(attributes),
    ]);
    if (waitsForSomebody(each))
      await client.query('INSERT INTO rastro.alarms VALUES ($1, $2, $3)', [id, deviceId, eventTime]);
  }
  for (const id of outbox) await client.query('INSERT INTO rastro.outbox VALUES ($1)', [id]);
  await client.end();
}

if (WITHOUT_POSTGRES !== null) test('storage on PostgreSQL', { skip: WITHOUT_POSTGRES });
else
  areaStorageContract('PostgreSQL, without records', async () => {
    const server = await postgresServer();
    const url = await server.createDatabase();
    return {
      open: () => openPostgresAreas(url),
      storeEvents: (events, outbox) => storeEvents(url, events, outbox),
      dispose: () => server.dropDatabase(url),
    };
  });
