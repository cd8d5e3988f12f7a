import { findNatsServer, NatsCluster } from '@rastro/bus/testing';
import { createDatabase, postgresServer } from '@rastro/storage/testing';
import { withoutCluster } from '../../packages/server/test/cluster/local-cluster.ts';

/** Addresses that the workers read from the environment. */
const POSTGRES = 'E2E_POSTGRES_URL';
const NATS = 'E2E_NATS_URL';
/** Of all processes of all journeys that run at once: each has a few dozen at most. */
const CONNECTIONS = 900;

/** A database and a prefix on the bus that nothing else uses. */
export interface OwnGround {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly prefix: string;
}

/** The PostgreSQL and the NATS server of a run, on which each server of a journey has its own place. @returns their end. */
export async function startGround(): Promise<() => Promise<void>> {
  const without = withoutCluster();
  const { path: binary } = findNatsServer();
  if (without !== null || binary === null) throw new Error(`Cannot run several processes here: ${without}`);
  const [database, nats] = await Promise.all([
    postgresServer(null, [`max_connections=${CONNECTIONS}`]),
    NatsCluster.start({ binary, servers: 1 }),
  ]);
  process.env[POSTGRES] = database.url;
  process.env[NATS] = nats.url;
  return () => nats.close();
}

let places = 0;

/** @param kind First word of its names. */
export async function ownGround(kind: string): Promise<OwnGround> {
  const prefix = `${kind}_${process.pid}_${++places}`;
  const databaseUrl = await createDatabase(fromSetup(POSTGRES), prefix);
  return { databaseUrl, natsUrl: fromSetup(NATS), prefix };
}

export function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Cannot run a journey: ${name} is not set by the global setup`);
  return value;
}
