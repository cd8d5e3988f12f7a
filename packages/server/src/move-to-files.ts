import { runMove } from './moving/run-move.ts';

// npm run move-to-files: moves the data of the database that DATABASE_URL names into DATA_DIR.
await runMove('files');
