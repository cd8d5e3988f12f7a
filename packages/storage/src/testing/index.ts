export { damageTable } from './damage-table.ts';
export { PostgresCluster, WITHOUT_CLUSTER } from '../../test/postgres-cluster.ts';
export {
  createDatabase,
  dropDatabase,
  postgresServer,
  WITHOUT_POSTGRES,
  type PostgresServer,
} from '../../test/postgres-server.ts';
