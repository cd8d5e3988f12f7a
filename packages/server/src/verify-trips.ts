import { resolve } from 'node:path';
import { holdFolder, openStorage } from '@rastro/storage';
import { verifyTrips } from '@rastro/tracker';
import { addressOfData } from './settings/address-of-data.ts';
import { pipelineOptions } from './settings/pipeline-options.ts';
import { readEnvFile, readSettings } from './settings/read-settings.ts';

// npm run verify-trips: derives the history of every device again from its positions, compares, repairs. The server is
// stopped meanwhile; an interrupted run continues.
async function main(): Promise<void> {
  const settings = readSettings(process.env, readEnvFile(resolve('.env')));
  const held = holdFolder(settings.DATA_DIR);
  const storage = await openStorage(addressOfData(settings));
  try {
    const { checked, wrong } = await verifyTrips({
      storage,
      brand: settings.BRAND,
      pipeline: pipelineOptions(settings),
      onProgress: ({ deviceId, rows, wrong: found }) => {
        if (found.length > 0)
          process.stdout.write(`device ${deviceId}: ${found.join(', ')} put right (${rows} records)\n`);
      },
    });
    process.stdout.write(`${checked} devices checked, ${wrong} put right\n`);
  } finally {
    await storage.close();
    held.release();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
