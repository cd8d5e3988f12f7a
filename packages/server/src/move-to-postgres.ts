import { runMove } from './moving/run-move.ts';

// npm run move-to-postgres: moves the data in DATA_DIR to the database that DATABASE_URL names.
await runMove('server');
