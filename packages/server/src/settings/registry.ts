import { ROUTER_DIALECTS } from '@rastro/outgoing/routing';
import { PROTOCOLS } from '@rastro/protocols';
import {
  addressRanges,
  attributePrefix,
  cityUrl,
  copies,
  contactUrl,
  databaseUrl,
  forwardTargets,
  geocoder,
  headerList,
  hostList,
  keyedTiles,
  mapStyle,
  mediaBucket,
  names,
  natsServers,
  oneOf,
  openIdIssuer,
  optionalDecimal,
  optionalNumber,
  optionalPath,
  pathPrefix,
  postcodeUrl,
  protocolPorts,
  regularExpression,
  secretText,
  serviceAccount,
  smsUrl,
  smtpServer,
  subjectName,
  subjectPrefix,
  text,
  trackerRoles,
  originUrl,
  webUrl,
  webUrls,
  wholeNumber,
  yesNo,
  type Parser,
} from './parsers.ts';

interface Setting<T> {
  /** Effect of the setting, in one sentence, for `--help` and the README. */
  readonly help: string;
  /** Text, as it would stand in the environment. */
  readonly fallback: string;
  readonly parse: Parser<T>;
  /** Its value is never printed, not even when it is malformed. */
  readonly isSecret: boolean;
}
const setting = <T>(fallback: string, parse: Parser<T>, help: string): Setting<T> => ({
  help,
  fallback,
  parse,
  isSecret: false,
});
const secret = <T>(parse: Parser<T>, help: string): Setting<T> => ({
  ...setting('', parse, help),
  isSecret: true,
});

const YEAR_S = 366 * 86_400;
const DEFAULT_PORTS = PROTOCOLS.map(({ name, defaultPort }) => `${name}:${defaultPort}`).join();
/** Every setting there is. The order is that of `--help`. */
export const SETTINGS = {
  PORT: setting('8082', wholeNumber(0, 65_535), 'Port of the web application; 0 = any free one'),
  HOST: setting('0.0.0.0', text, 'Address to listen on, for people and devices'),
  DATA_DIR: setting('./data', text, 'Folder of the database'),
  ACCEPT_LOSS: setting(
    'false',
    yesNo,
    'For one start: begin with what is there although a database of DATA_DIR is missing or older than it was',
  ),
  DATABASE_URL: secret(
    databaseUrl,
    'PostgreSQL 15 or later for all data but files: postgres://user:password@host/database; empty = embedded, in DATA_DIR',
  ),
  DATABASE_READ_URL: secret(
    databaseUrl,
    'Replica of DATABASE_URL from which users read history and reports while it has everything; empty = none',
  ),
  MEDIA_URL: secret(
    mediaBucket,
    'Bucket of an S3-compatible service for pictures of devices: https://key:secret@host/bucket/prefix?region=us-east-1; empty = in DATA_DIR',
  ),
  NATS_URL: secret(
    natsServers,
    'NATS servers that join several processes on one DATABASE_URL: nats://user:password@host:4222,nats://other:4222; empty = one process',
  ),
  NATS_CREDENTIALS: setting(
    '',
    optionalPath,
    'File with the credentials of a NATS user; empty = those of NATS_URL',
  ),
  NATS_CA: setting('', optionalPath, 'File with the certificates that sign those of the NATS servers'),
  NATS_CERTIFICATE: setting(
    '',
    optionalPath,
    'File with the certificate that this process shows to NATS servers; needs NATS_KEY',
  ),
  NATS_KEY: setting('', optionalPath, 'File with the key of NATS_CERTIFICATE'),
  NATS_PREFIX: setting(
    'rastro',
    subjectPrefix,
    'First word of all subjects, where installations share NATS servers',
  ),
  ACK: setting(
    'store',
    oneOf('store', 'stream'),
    'With NATS_URL, when devices are answered: when the database has their records, or when a JetStream stream has them',
  ),
  NATS_REPLICAS: setting('3', copies, 'With ACK=stream, servers that have each record: 1, 3 or 5'),
  NATS_MONITOR_URLS: setting(
    '',
    webUrls,
    'Monitor addresses of all NATS servers, to check that they sync each record: http://n1:8222,http://n2:8222',
  ),
  STREAM_GB: setting('20', wholeNumber(1, 10_000), 'Room of the stream; devices wait while it is full'),
  RING_GB: setting(
    '1',
    wholeNumber(1, 1000),
    'Room in DATA_DIR for the newest records that this process has put into the stream, in case its servers lose some',
  ),
  ROLES: setting(
    'all',
    trackerRoles,
    'Which parts run in this process, with NATS_URL: ingest (devices), process (positions), api (users)',
  ),
  NODE_NAME: setting('', subjectName, 'Name of this process among several; empty = that of the machine'),
  TRACKING_SERVER_URL: setting('', webUrl, 'A Traccar to use; empty = the embedded tracking server'),
  TRACKING_SERVER_TOKEN: secret(
    text,
    'Token of an administrator of that Traccar, for history, reports, shares and check-ins; empty = there are none',
  ),
  TRACKING_SERVER_RATE: setting(
    '30',
    wholeNumber(1, 1000),
    'Calls a second to that Traccar for history; people who watch vehicles are not counted',
  ),
  REPLICA_DAYS: setting(
    '90',
    wholeNumber(1, 3660),
    'Days for which copied history of that Traccar stays after it was used last',
  ),
  REPLICA_POSITIONS: setting(
    '50000000',
    wholeNumber(100_000, 10_000_000_000),
    'Positions of that Traccar that are copied at most; about 600 bytes each',
  ),
  BRAND: setting('rastro', attributePrefix, "Prefix of the product's own attributes"),
  EXT_PATH: setting('/ext', pathPrefix, 'Path of the extension API'),
  LICENSE_MODE: setting('plus', oneOf('plus', 'standard'), 'Tier, told to browsers as header licensemode'),
  DEVICE_LIMIT: setting(
    '100000',
    wholeNumber(0, 10_000_000),
    'Devices this installation may have; 0 = none may be added',
  ),
  DEMO_DAYS: setting(
    '90',
    wholeNumber(0, 366),
    'Days that the demonstration has lived before; 0 = it begins now',
  ),
  PUBLIC_URL: setting('', originUrl, 'Address people use, for links and cookies; https makes cookies Secure'),
  TRUST_PROXY: setting('false', yesNo, 'Believe X-Forwarded-For, -Host and -Proto (behind your own proxy)'),
  PROTOCOLS: setting(
    DEFAULT_PORTS,
    protocolPorts(PROTOCOLS.map(({ name }) => name)),
    'Device protocols and ports; port 0 = any free one; empty = none',
  ),
  ADMIN_EMAIL: setting('', text, 'With ADMIN_PASSWORD: creates the first administrator'),
  ADMIN_PASSWORD: secret(text, 'At least 8 characters'),
  LOG_LEVEL: setting(
    'info',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'Log detail',
  ),
  TITLE: setting('Rastro', text, 'Name of the product, shown until a brand is set'),
  MAP_PMTILES: setting(
    '',
    text,
    'Street map of your own: a PMTiles file (schema of Protomaps 4) or a folder of them; empty = none',
  ),
  MAP_STYLE_URL: setting(
    'https://tiles.openfreemap.org/styles/liberty https://tiles.openfreemap.org/styles/dark',
    mapStyle,
    'Street map of others: a MapLibre style, or one for light and one for dark; empty = none',
  ),
  MAP_STYLE_HOSTS: setting('', hostList, 'Other hosts that this style names for tiles and icons'),
  MAP_TILES_URL: setting('', text, 'Raster tiles with {z}/{x}/{y}; empty = none'),
  MAP_TILES_NAME: setting('Map', text, 'Name of that base map'),
  MAP_TILES_ATTRIBUTION: setting('', text, 'Its attribution'),
  MAP_MAPTILER_STREETS_URL: setting(
    'https://api.maptiler.com/maps/streets-v2/256/{z}/{x}/{y}.png?key={key}',
    keyedTiles,
    'Street tiles of MapTiler, offered when the server has the attribute mapTilerKey; empty = never',
  ),
  MAP_MAPTILER_SATELLITE_URL: setting(
    'https://api.maptiler.com/maps/hybrid/256/{z}/{x}/{y}.jpg?key={key}',
    keyedTiles,
    'Satellite tiles of MapTiler, likewise',
  ),
  MAP_HERE_STREETS_URL: setting(
    'https://maps.hereapi.com/v3/base/mc/{z}/{x}/{y}/png8?size=256&apiKey={key}',
    keyedTiles,
    'Street tiles of HERE, offered when the server has the attribute hereKey; empty = never',
  ),
  MAP_HERE_SATELLITE_URL: setting(
    'https://maps.hereapi.com/v3/base/mc/{z}/{x}/{y}/jpeg?style=satellite.day&size=256&apiKey={key}',
    keyedTiles,
    'Satellite tiles of HERE, likewise',
  ),
  REGISTER_UNKNOWN: setting(
    '',
    regularExpression,
    'Register unknown devices whose identifier matches; empty = refuse',
  ),
  FORWARD: setting(
    '',
    forwardTargets,
    'Copies of all positions: osmand:http://…, json:https://…, wialon:host:port',
  ),
  GEOCODER_URL: setting(
    '',
    geocoder,
    'Addresses of places: nominatim:https://…, photon:https://… or pelias:https://…, a server of your own',
  ),
  GEOCODER_PER_SECOND: setting(
    '5',
    wholeNumber(1, 1000),
    'Questions that the service of addresses is asked in the background',
  ),
  ROUTER_URL: secret(
    webUrl,
    'Router for travel times and lines of routes, a server of your own; empty = straight distances and the speeds of the fleet',
  ),
  ROUTER_DIALECT: setting('osrm', oneOf(...ROUTER_DIALECTS), 'What that router is'),
  OPTIMIZER_URL: secret(
    webUrl,
    'Optimiser for plans of routes, by the API of VROOM; it gets travel times, no places; empty = the built-in one',
  ),
  WEATHER_URL: setting(
    '',
    webUrl,
    'Weather for the header: forecast call of Open-Meteo, e.g. https://customer-api.open-meteo.com/v1/forecast',
  ),
  WEATHER_KEY: secret(text, 'Key for it, sent as apikey; its free host is not for commercial use'),
  CITY_URL: secret(
    cityUrl,
    'City of an internet address for the header, with {ip}, e.g. https://get.geojs.io/v1/ip/geo/{ip}.json',
  ),
  POSTCODE_URL: setting(
    'https://viacep.com.br/ws/{code}/json/',
    postcodeUrl,
    'Addresses of Brazilian postcodes for forms, with {code}: ViaCEP or alike; empty = none',
  ),
  SECRET_KEY: secret(
    secretText,
    'Key by which keys and passwords that people type in are kept, 32 characters or more; empty = DATA_DIR/secrets.key',
  ),
  ASAAS_URL: setting('', webUrl, 'Stand-in for the payment provider Asaas, for tests; empty = Asaas'),
  OPENID_ISSUER: setting(
    '',
    openIdIssuer,
    'Company accounts: address of an OpenID Connect provider; needs PUBLIC_URL',
  ),
  OPENID_CLIENT_ID: setting('', text, 'Client id at that provider'),
  OPENID_CLIENT_SECRET: setting('', text, 'Client secret at that provider'),
  OPENID_FORCE: setting('false', yesNo, 'No more passwords: everybody signs in at the provider'),
  OPENID_REGISTRATION: setting('false', yesNo, 'Who is known there and not here gets an account'),
  OPENID_GROUPS_CLAIM: setting('groups', text, 'Claim that lists the groups of a person'),
  OPENID_ADMIN_GROUP: setting('', text, 'Its members are administrators, all others are not'),
  OPENID_ALLOW_GROUP: setting('', text, 'Only its members come in'),
  REPORT_DEVICE_DAYS: setting('100000', wholeNumber(1, 1e9), 'Devices × days that one report may be about'),
  AUDIT_DAYS: setting('730', wholeNumber(1, 36_500), 'Days that the audit log is kept'),
  STATUS_TIMEOUT: setting('600', wholeNumber(1, YEAR_S), 'Seconds of silence until a device is "unknown"'),
  DEVICE_TIMEOUT: setting(
    '1800',
    wholeNumber(1, YEAR_S),
    'Seconds until a silent device connection is closed',
  ),
  LOGIN_TIMEOUT: setting(
    '60',
    wholeNumber(1, 3600),
    'Seconds a connection may take to say which device it is',
  ),
  MAX_STRANGERS: setting(
    '8000',
    wholeNumber(1, 1_000_000),
    'Device connections of one address that have not said yet which device they are',
  ),
  DEVICE_PROXY_FROM: setting(
    '',
    addressRanges,
    'Load balancers in front of the ports for devices that begin each connection with a PROXY header (version 1 or 2): 10.0.0.5,10.1.0.0/16; empty = none',
  ),
  FILTER_INVALID: setting('false', yesNo, 'Drop positions without a valid fix'),
  FILTER_ZERO: setting('false', yesNo, 'Drop positions at exactly 0, 0'),
  FILTER_DUPLICATE: setting('false', yesNo, 'Drop positions that repeat the last one'),
  FILTER_OUTDATED: setting('false', yesNo, 'Drop records without a location of their own'),
  FILTER_APPROXIMATE: setting('false', yesNo, 'Drop cell and Wi-Fi locations'),
  FILTER_STATIC: setting('false', yesNo, 'Drop positions with speed 0'),
  FILTER_FUTURE: setting(
    '86400',
    optionalNumber(0, YEAR_S),
    'Drop fixes this many seconds ahead; empty = keep',
  ),
  FILTER_PAST: setting('', optionalNumber(1, 100 * YEAR_S), 'Drop fixes older than this many seconds'),
  FILTER_ACCURACY: setting(
    '',
    optionalNumber(1, 1_000_000),
    'Drop fixes less accurate than this many metres',
  ),
  FILTER_DISTANCE: setting('', optionalNumber(1, 1_000_000), 'Drop fixes nearer than this many metres'),
  FILTER_MAX_SPEED: setting(
    '',
    optionalNumber(1, 100_000),
    'Drop fixes that imply more than this many knots',
  ),
  FILTER_MIN_PERIOD: setting('', optionalNumber(1, YEAR_S), 'Drop fixes sooner than this many seconds'),
  SMTP_URL: secret(
    smtpServer,
    'Mail server: smtp://user:password@host:587, smtps://… for TLS; empty = no mail',
  ),
  MAIL_FROM: setting('', text, 'Sender of mail, e.g. Rastro <no-reply@example.com>; goes with SMTP_URL'),
  SMS_URL: secret(smsUrl, 'HTTP gateway for text messages; may hold {phone} and {message}; empty = no SMS'),
  SMS_TEMPLATE: setting(
    '',
    text,
    'What it is sent: a form, JSON or XML with {phone} and {message}; empty = GET of SMS_URL',
  ),
  SMS_HEADERS: secret(headerList, 'Headers it needs: Name: value | Name: value'),
  TELEGRAM_TOKEN: secret(text, 'Token of the Telegram bot that notifies; empty = no Telegram'),
  TELEGRAM_URL: setting('https://api.telegram.org', webUrl, 'Address of the Telegram Bot API'),
  FIREBASE_SERVICE_ACCOUNT: secret(
    serviceAccount,
    'Key file (path or content) of the Firebase project that pushes to phones; empty = none',
  ),
  FIREBASE_URL: setting('https://fcm.googleapis.com', webUrl, 'Address of Firebase Cloud Messaging'),
  PUSH_CONTACT: setting(
    '',
    contactUrl,
    'mailto: or https: address told to push services of browsers; empty = no push to browsers',
  ),
  PUSH_HOSTS: setting(
    'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    hostList,
    'Push services that browsers may name',
  ),
  NOTIFICATION_LIMIT: setting(
    '60',
    wholeNumber(1, 100_000),
    'Notifications per rule, person and channel in ten minutes; more are logged, not sent',
  ),
  HISTORY_DAYS: setting(
    '0',
    wholeNumber(0, 36_500),
    'Days that positions are kept; trips, stops and sums of older ones stay. 0 = for ever',
  ),
  OUTGOING_LOG_DAYS: setting(
    '90',
    wholeNumber(1, 3650),
    'Days that sent commands and notifications are kept',
  ),
  ALLOW_PRIVATE_URLS: setting('false', yesNo, 'Let addresses typed in by people lead into private networks'),
  FILTER_DAILY_LIMIT: setting(
    '',
    optionalNumber(1, 1e9),
    'Keep at most this many positions of a device a day',
  ),
  FILTER_DAILY_LIMIT_INTERVAL: setting(
    '',
    optionalNumber(1, YEAR_S),
    'Beyond that, keep one after this many seconds',
  ),
  FILTER_SKIP_LIMIT: setting(
    '',
    optionalNumber(1, YEAR_S),
    'Keep a duplicate, static or near position after this many seconds without any',
  ),
  FILTER_SKIP_ATTRIBUTES: setting('', names, 'Keep such a position when one of these attributes changed'),
  LINKED_DRIVER: setting('false', yesNo, 'Positions without a driver get the one linked to the device'),
  COPY_ATTRIBUTES: setting('', names, 'Attributes carried on from the last position'),
  COMPUTED_DEVICE_ATTRIBUTES: setting('false', yesNo, 'Expressions may use the attributes of the device'),
  COMPUTED_LAST_ATTRIBUTES: setting('false', yesNo, 'Expressions may use the last position, as lastSpeed'),
  OVERSPEED_DURATION: setting('0', wholeNumber(0, 86_400), 'Seconds a speed must be held to be overspeed'),
  OVERSPEED_TOLERANCE: setting('0', wholeNumber(0, 1000), 'Percent above a limit that are not overspeed yet'),
  OVERSPEED_PREFER_LOWEST: setting('false', yesNo, 'Of several geofences the lowest limit counts'),
  HARD_ACCELERATION: setting('', optionalDecimal(0.1, 100), 'Alarm from this many m/s² on; empty = off'),
  HARD_BRAKING: setting('', optionalDecimal(0.1, 100), 'Alarm from this many m/s² on; empty = off'),
  GEOFENCE_CROSSING: setting('false', yesNo, 'Report geofences crossed between two positions outside'),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = {
  readonly [N in SettingName]: (typeof SETTINGS)[N] extends Setting<infer T> ? T : never;
};
