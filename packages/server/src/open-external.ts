import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { host } from '@rastro/base/host';
import type { Logger } from 'pino';
import { systemClock } from '@rastro/base';
import type { DriverNow } from '@rastro/extension';
import type { BrandHeads, WithdrawnEvents } from '@rastro/tracker';
import { isUntested, readVersion, UnsupportedServerError } from './gateway/server-version.ts';
import type { TrackingServer } from './gateway/tracking-server.ts';
import type { Backend } from './open-embedded.ts';
import { REPLICA_FEATURES } from './replica/replica-features.ts';
import type { Settings } from './settings/registry.ts';
import { withActors } from './traccar/with-actors.ts';
import { withLinks } from './traccar/with-links.ts';
import { withLiveNews } from './traccar/with-live-news.ts';
import { withOlderVersions } from './traccar/with-older-versions.ts';
import { withPictures } from './traccar/with-pictures.ts';
import { withSessions } from './traccar/with-sessions.ts';
import { withTree } from './traccar/with-tree.ts';
import { withUserRules } from './traccar/with-user-rules.ts';
import { trackerOptions } from './tracker-options.ts';

interface ExternalDeps {
  readonly settings: Settings;
  readonly log: Logger;
  readonly brands: BrandHeads;
  readonly drivers: DriverNow;
  readonly withdrawn: WithdrawnEvents;
}

/** Longer than this the start does not wait. */
const ANSWERS_WITHIN_MS = 5000;
/** Folders of the copied history and of our own records, in the folder of all data. */
const CACHE_FOLDER = 'replica';
const RECORDS_FOLDER = 'records';

/** Tracking server of others. Its client, and the copy of its history, are loaded only here. */
export async function openExternal(
  url: string,
  { settings, log, brands, drivers, withdrawn }: ExternalDeps,
): Promise<Backend> {
  const { connectTo, externalServer } = await import('./gateway/external-server.ts');
  const connection = connectTo(url);
  const isSecure = settings.PUBLIC_URL?.startsWith('https:') === true;
  const server = externalServer(connection, isSecure);
  await checkServer(server, url, log);
  const older = withLiveNews(withPictures(withOlderVersions(server)), { ask: connection.ask, log });
  const { TRACKING_SERVER_TOKEN: token } = settings;
  const timed = { clock: systemClock, log };
  if (token === '')
    return {
      tracking: withSessions(withoutToken(withActors(older, timed)), timed),
      tracker: null,
      storage: null,
    };
  const tree = withTree(older, { ask: connection.ask, token, isSecure });
  const linked = withLinks(withActors(tree, timed), { ask: connection.ask, token });
  const ruled = withUserRules(linked, { ask: connection.ask, token, brand: settings.BRAND });
  const { withGeocoder } = await import('./replica/with-geocoder.ts');
  const { withReplica } = await import('./replica/with-replica.ts');
  const { openReplica } = await import('./replica/open-replica.ts');
  const restart = (): void => log.warn({}, 'the copy of the history does not restart the server');
  const records = join(settings.DATA_DIR, RECORDS_FOLDER);
  const open = () =>
    openReplica({
      ...connection,
      token,
      cache: join(settings.DATA_DIR, CACHE_FOLDER),
      records,
      acceptsLoss: settings.ACCEPT_LOSS,
      tracker: {
        ...trackerOptions(settings, log, { restart, checkedIn: () => null, brands, withdrawn }),
        // Its server forwards, registers and drops; the copy has bounds of its own.
        forward: [],
        registerUnknown: null,
        historyDays: 0,
        openId: null,
      },
      perSecond: settings.TRACKING_SERVER_RATE,
      unusedDays: settings.REPLICA_DAYS,
      maxPositions: settings.REPLICA_POSITIONS,
      driversDuring: (from, to) => drivers.during(from, to),
      clock: systemClock,
      log,
    });
  const hasGeocoder = settings.GEOCODER_URL !== null;
  const located = hasGeocoder ? withGeocoder(ruled) : ruled;
  return {
    tracking: withSessions(
      withReplica(located, open, { isUsed: existsSync(records), hasGeocoder, log }),
      timed,
    ),
    tracker: null,
    storage: null,
  };
}

/**
 * Says what is behind. One that cannot be reached now is asked again with each call.
 * @throws UnsupportedServerError when it is too old, or no tracking server.
 */
async function checkServer(server: TrackingServer, url: string, log: Logger): Promise<void> {
  const { promise: tooLong, resolve: giveUp } = Promise.withResolvers<null>();
  const patience = host.setTimeout(() => giveUp(null), ANSWERS_WITHIN_MS);
  try {
    const described = await Promise.race([server.describe(), tooLong]);
    if (!described) throw new Error(`It did not answer within ${ANSWERS_WITHIN_MS / 1000} s`);
    const { kind, version } = described;
    log.info({ url, kind, version }, 'tracking server');
    if (kind === 'traccar' && isUntested(readVersion(version)))
      log.warn({ url, version }, 'this version of the tracking server is not tested; Traccar 6 is');
  } catch (error) {
    if (error instanceof UnsupportedServerError) throw error;
    log.warn(
      { err: error, url },
      'the tracking server cannot be reached now; it is asked again with each call',
    );
  } finally {
    host.clearTimeout(patience);
  }
}

/** A Traccar that is read with the sessions of its users alone. */
const withoutToken = (behind: TrackingServer): TrackingServer => ({
  ...behind,
  describe: async () => {
    const described = await behind.describe();
    return described.kind === 'traccar' ? { ...described, needToken: REPLICA_FEATURES } : described;
  },
});
