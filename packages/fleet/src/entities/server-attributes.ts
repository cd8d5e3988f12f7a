import type { Attributes } from './attributes.ts';
import type { NamedAttributes } from './named-attributes.ts';

/**
 * Settings of an administrator for the whole installation, below `{brand}.`. Those with `Buttons`, the contents of
 * history, and check-ins are on until somebody turns them off. @source docs/reference/requirements.md SPEC §3 "Server"
 */
export const SERVER_ATTRIBUTES = {
  /** Of the logo in the header, in pixels. */
  logoWidth: { name: 'logoWidth', is: 'pixels' },
  enableBilling: { name: 'enableBilling', is: 'flag' },
  lockButtons: { name: 'lockButtons', is: 'flag' },
  unlockButtons: { name: 'unlockButtons', is: 'flag' },
  showStops: { name: 'showStops', is: 'flag' },
  showEvents: { name: 'showEvents', is: 'flag' },
  /** Drivers check in by code. */
  qrCheckIn: { name: 'qrCheckIn', is: 'flag' },
  /** They check in by the printed code alone: a vehicle's number opens nothing from afar. */
  qrPrintedCodeOnly: { name: 'qrPrintedCodeOnly', is: 'flag' },
} as const satisfies NamedAttributes;

/** Attributes that the tracking API and its clients know, and those that control the look and features of a page. */
const PUBLIC: ReadonlySet<string> = new Set(
  (
    'title description logo logoInverted colorPrimary colorSecondary darkMode support termsUrl ' +
    'privacyUrl billingLink language timezone speedUnit distanceUnit altitudeUnit volumeUnit ' +
    'temperatureUnit twelveHourFormat totpEnable totpForce disableShare disableChange ' +
    'soundEvents soundAlarms devicePrimary deviceSecondary deviceImage positionItems ' +
    'activeMapStyles command.lock'
  ).split(' '),
);
/** Keys of tile servers: every browser sends them, and their owners bind them to an origin. */
const MAP_KEYS: ReadonlySet<string> = new Set(
  'mapTilerKey hereKey googleKey mapboxAccessToken bingMapsKey tomTomKey locationIqKey openWeatherKey'.split(
    ' ',
  ),
);
/** Our own, below `{brand}.`. */
const OWN: ReadonlySet<string> = new Set([
  ...'lang enableAdvancedPerms safeDeletion deviceAttributes deviceLimit'.split(' '),
  ...Object.values(SERVER_ATTRIBUTES).map(({ name }) => name),
]);
/** Prefixes of switches that only pages read; a name in them that looks like a secret still counts as one. */
const FAMILIES = /^(ui\.disable|map|web\.)[A-Za-z.]*$/;
const SECRET = /key|token|secret|password|credential/i;

/** Does everybody see a server attribute, signed in or not? All others are for administrators. */
function isPublicServerAttribute(name: string, brand: string): boolean {
  if (PUBLIC.has(name) || MAP_KEYS.has(name)) return true;
  if (name.startsWith(`${brand}.`)) return OWN.has(name.slice(brand.length + 1));
  return FAMILIES.test(name) && !SECRET.test(name);
}

export const publicServerAttributes = (attributes: Attributes, brand: string): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => isPublicServerAttribute(name, brand)));
