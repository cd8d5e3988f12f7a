import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { StorageError } from '@rastro/storage';
import { startProduct } from './start-product.ts';
import { describeSettings, readEnvFile, readSettings, SettingError } from './settings/read-settings.ts';

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
  // The demonstration never touches real data.
  const settings = values.demo ? { ...read, DATA_DIR: join(read.DATA_DIR, 'demo') } : read;
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

  // Last: whoever reads this line may stop us.
  const { url, protocols } = product.first;
  const code = product.first.setupCode();
  if (code !== null) {
    process.stderr.write(`\nFirst visit: open ${url} and create the administrator with code ${code}\n\n`);
  }
  process.stdout.write(`${JSON.stringify({ msg: 'listening', url, protocols })}\n`);
}

/** Why the start failed, in one line that says what to do. */
function explain(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  if (error instanceof StorageError && error.code === 'TOO_NEW')
    return 'Cannot open the database: a newer version of this program wrote it. Update, or check DATA_DIR.';
  if (error instanceof StorageError && error.code === 'IN_USE')
    return `${error.message.split(':')[0]}: another Rastro uses it. Stop that one, or set another DATA_DIR.`;
  if (error instanceof StorageError) return `${error.message}. Check DATA_DIR.`;
  const { code, port, address, message } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE')
    return `Cannot listen on port ${port}: it is in use. Stop the other program or set another port.`;
  if (code === 'EACCES' && port !== undefined) return `Cannot listen on port ${port}: not permitted.`;
  if (code === 'EADDRNOTAVAIL')
    return `Cannot listen on ${address}: not an address of this machine. Check HOST.`;
  return message ?? String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
