export { damageTable } from './damage-table.ts';
export { postgresServer, WITHOUT_POSTGRES, type PostgresServer } from '../../test/postgres-server.ts';
