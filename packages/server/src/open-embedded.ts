import type { Logger } from 'pino';
import { systemClock } from '@rastro/base';
import { holdFolder, openStorage, type HeldFolder, type Storage } from '@rastro/storage';
import { hashPassword, openTracker, PLAIN_ACCOUNT, type ServedTracker } from '@rastro/tracker';
import { embeddedServer } from './gateway/embedded-server.ts';
import { requireRules } from './gateway/route-table.ts';
import { openSharedTracker } from './open-shared-tracker.ts';
import type { TrackingServer } from './gateway/tracking-server.ts';
import { createReadiness } from './readiness.ts';
import { addressOfData } from './settings/address-of-data.ts';
import type { Settings } from './settings/registry.ts';
import { requireWholeImport } from './traccar-import/import-cursors.ts';
import { trackerOptions, type TrackerDeps } from './tracker-options.ts';

/** A tracking server, whichever it is. */
export interface Backend {
  readonly tracking: TrackingServer;
  readonly tracker: ServedTracker | null;
  readonly storage: Storage | null;
}
/** Links in mails need an address to begin with. */
function warnOfMail({ SMTP_URL: server, PUBLIC_URL: address }: Settings, log: Logger): void {
  if (server === null || address !== null) return;
  log.warn(
    {},
    'SMTP_URL is set and PUBLIC_URL is not: invitations and links for new passwords are not mailed. Set PUBLIC_URL to the address that people use.',
  );
}

/** Our own tracking server, in this process. @throws when its data cannot be read. */
export async function openEmbedded(settings: Settings, log: Logger, deps: TrackerDeps): Promise<Backend> {
  warnOfMail(settings, log);
  const held = holdFolder(settings.DATA_DIR);
  let opened: Storage | null = null;
  try {
    const storage = (opened = releasing(await openStorage(addressOfData(settings)), held));
    await requireWholeImport(storage);
    const options = { storage, ...trackerOptions(settings, log, deps) };
    const tracker = await (settings.NATS_URL === null
      ? openTracker(options)
      : openSharedTracker(options, settings, settings.NATS_URL, log));
    requireRules(tracker.routes);
    await createFirstAdministrator(settings, tracker, log);
    return { tracking: embeddedServer(tracker, createReadiness(storage, systemClock)), tracker, storage };
  } catch (error) {
    await opened?.close();
    held.release();
    throw error;
  }
}

/** A store that lets go of its folder when it closes. */
const releasing = (storage: Storage, held: HeldFolder): Storage => ({
  ...storage,
  close: async () => {
    await storage.close();
    held.release();
  },
});

/** ADMIN_EMAIL + ADMIN_PASSWORD: only while there is nobody yet. */
async function createFirstAdministrator(
  settings: Settings,
  tracker: ServedTracker,
  log: Logger,
): Promise<void> {
  if (settings.ADMIN_EMAIL === '' || tracker.directory.users.size > 0) return;
  await tracker.directory.users.createFirst({
    ...PLAIN_ACCOUNT,
    name: 'Administrator',
    email: settings.ADMIN_EMAIL,
    administrator: true,
    deviceLimit: -1,
    userLimit: -1,
    passwordHash: await hashPassword(settings.ADMIN_PASSWORD),
  });
  log.info({ email: settings.ADMIN_EMAIL }, 'first administrator created');
}
