import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { systemClock } from '@rastro/base';
import type { DriverNow } from '@rastro/extension';
import { MapPictures } from '@rastro/outgoing';
import type { BrandHeads, DrawPlace, OpenIdOptions, TrackerOptions, WithdrawnEvents } from '@rastro/tracker';
import { openMedia } from './settings/open-media.ts';
import { pipelineOptions } from './settings/pipeline-options.ts';
import type { Settings } from './settings/registry.ts';
import { VERSION } from './version.ts';

/** Rows that may wait for the disk; beyond this, devices are not read. About 30 MB. */
const MAX_WAITING_ROWS = 20_000;
const COMMIT_ROWS = 1000;
const GATHER_MS = 3;
const MAX_PENDING_RECORDS = 500;
const PROVIDER_TIMEOUT_MS = 10_000;
const PROVIDER_PAUSE_MS = 2000;

/** Dependencies of a tracking server in this process. */
export interface TrackerDeps {
  readonly restart: () => void;
  readonly checkedIn: DriverNow['at'];
  readonly brands: BrandHeads;
  readonly withdrawn: WithdrawnEvents;
}

/** Options of the tracking server in this process, from the settings. */
export function trackerOptions(
  settings: Settings,
  log: Logger,
  { restart, checkedIn, brands, withdrawn }: TrackerDeps,
): Omit<TrackerOptions, 'storage'> {
  return {
    clock: systemClock,
    log,
    version: VERSION,
    brand: settings.BRAND,
    publicUrl: settings.PUBLIC_URL,
    secureCookies: settings.PUBLIC_URL?.startsWith('https:') ?? false,
    pipeline: pipelineOptions(settings),
    commit: { maxRows: MAX_WAITING_ROWS, commitRows: COMMIT_ROWS, gatherMs: GATHER_MS },
    tcp: {
      idleMs: settings.DEVICE_TIMEOUT * 1000,
      loginMs: settings.LOGIN_TIMEOUT * 1000,
      maxPending: MAX_PENDING_RECORDS,
      maxStrangers: settings.MAX_STRANGERS,
    },
    balancers: settings.DEVICE_PROXY_FROM,
    statusTimeoutMs: settings.STATUS_TIMEOUT * 1000,
    plus: settings.LICENSE_MODE === 'plus',
    deviceLimit: (attributes) => deviceLimit(settings, attributes[`${settings.BRAND}.deviceLimit`]),
    forward: settings.FORWARD,
    outgoing: withPictures(outgoingOptions(settings)),
    auditDays: settings.AUDIT_DAYS,
    historyDays: settings.HISTORY_DAYS,
    reportDeviceDays: settings.REPORT_DEVICE_DAYS,
    geocoder: settings.GEOCODER_URL && {
      ...settings.GEOCODER_URL,
      perSecond: settings.GEOCODER_PER_SECOND,
    },
    openId: openIdOptions(settings),
    restart,
    onReplaced: () => {
      log.fatal({}, 'another server works on the same database (DATABASE_URL): this one ends');
      process.exit(1);
    },
    checkedIn,
    brands,
    withdrawn,
    outgoingLogDays: settings.OUTGOING_LOG_DAYS,
    media: openMedia(settings),
    dataFolder: settings.DATA_DIR,
    registerUnknown: settings.REGISTER_UNKNOWN
      ? { pattern: settings.REGISTER_UNKNOWN, category: null, groupId: 0 }
      : null,
  };
}

/** The world as the build of the web application has baked it. */
const WORLD_FOLDER = fileURLToPath(new URL('../../web/dist/base-map', import.meta.url));
/** Coasts and rivers are in the public domain; towns want their source named. */
const WORLD_CREDIT = 'Natural Earth · GeoNames (CC BY 4.0)';

/** Mails about a place show where it is. */
function withPictures(outgoing: ReturnType<typeof outgoingOptions>) {
  const pictures = new MapPictures(WORLD_FOLDER);
  const drawPlace: DrawPlace = async (at) => {
    const bytes = await pictures.draw(at);
    const alt = `${at.latitude.toFixed(5)}, ${at.longitude.toFixed(5)}`;
    return bytes && { bytes, alt, credit: WORLD_CREDIT };
  };
  return { ...outgoing, channels: { ...outgoing.channels, drawPlace } };
}

/**
 * The smaller of the deployment's limit and the one an administrator set, when that is above 0
 * (docs/reference/requirements.md SPEC §5).
 */
function deviceLimit({ DEVICE_LIMIT }: Settings, ofServer: unknown): number {
  const wanted = Number(ofServer ?? 0);
  return wanted > 0 ? Math.min(DEVICE_LIMIT, wanted) : DEVICE_LIMIT;
}

function openIdOptions(s: Settings): OpenIdOptions | null {
  if (s.OPENID_ISSUER === null) return null;
  return {
    issuer: s.OPENID_ISSUER,
    clientId: s.OPENID_CLIENT_ID,
    clientSecret: s.OPENID_CLIENT_SECRET,
    force: s.OPENID_FORCE,
    allowRegistration: s.OPENID_REGISTRATION,
    groupsClaim: s.OPENID_GROUPS_CLAIM,
    adminGroup: s.OPENID_ADMIN_GROUP || null,
    allowGroup: s.OPENID_ALLOW_GROUP || null,
  };
}

function outgoingOptions(settings: Settings): TrackerOptions['outgoing'] {
  const { SMTP_URL: server, MAIL_FROM: from } = settings;
  const { SMS_URL: url, SMS_TEMPLATE: template, SMS_HEADERS: headers } = settings;
  return {
    mail: server ? { server, from } : null,
    sms: url ? { url, template, headers } : null,
    channels: channelOptions(settings),
    notificationLimit: settings.NOTIFICATION_LIMIT,
    timeoutMs: PROVIDER_TIMEOUT_MS,
    retryPauseMs: PROVIDER_PAUSE_MS,
    allowPrivateUrls: settings.ALLOW_PRIVATE_URLS,
  };
}

function channelOptions(settings: Settings): TrackerOptions['outgoing']['channels'] {
  const { TELEGRAM_TOKEN: token, TELEGRAM_URL, FIREBASE_SERVICE_ACCOUNT: account, FIREBASE_URL } = settings;
  const { PUSH_CONTACT: contact, PUSH_HOSTS: hosts } = settings;
  return {
    telegram: token !== '' && TELEGRAM_URL ? { token, url: TELEGRAM_URL } : null,
    firebase: account && FIREBASE_URL ? { account, url: FIREBASE_URL } : null,
    webPush: contact ? { contact, hosts } : null,
  };
}
