import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { demoSettings } from './demo/demo-settings.ts';
import { explainStart } from './explain-start.ts';
import { startProduct } from './start-product.ts';
import { describeSettings, readEnvFile, readSettings } from './settings/read-settings.ts';

const STOP_WITHIN_MS = 15_000;

async function main(): Promise<void> {
  // Whatever is written belongs to this user alone: positions, secrets, pictures.
  process.umask(0o077);
  const { values } = parseArgs({
    options: { demo: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    process.stdout.write(describeSettings());
    return;
  }
  const read = readSettings(process.env, readEnvFile(resolve('.env')));
  const settings = values.demo ? demoSettings(read) : read;
  const log = pino({ level: settings.LOG_LEVEL }, pino.destination({ fd: 2, sync: true }));
  const product = await startProduct(settings, log, values.demo);

  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping');
    // Rather an unclean end than none: everything acknowledged is on disk already.
    setTimeout(() => process.exit(1), STOP_WITHIN_MS - 1000).unref();
    product.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'cannot stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));

  // Last: readers of this line may stop us.
  const { url, protocols } = product.first;
  const code = product.first.setupCode();
  if (code !== null) {
    process.stderr.write(`\nFirst visit: open ${url} and create the administrator with code ${code}\n\n`);
  }
  process.stdout.write(`${JSON.stringify({ msg: 'listening', url, protocols })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainStart(error)}\n`);
  process.exit(1);
});
