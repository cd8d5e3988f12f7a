import type { LINKED_KINDS } from '@rastro/fleet';
import type { ErrorCode } from '@rastro/fleet/api';

/**
 * A refusal that the caller can understand. What status it leaves with is the business of `http/`.
 * Clients derive the code from what they read (SPEC §8).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, explanation: string) {
    super(explanation);
    this.code = code;
  }
}

/** What can be not yours or not there, as reference/tracking-api.md §1.6 names it. */
type Guarded =
  | 'Device'
  | 'Group'
  | 'User'
  | 'Position'
  | 'Event'
  | 'Share'
  | (typeof LINKED_KINDS)[keyof typeof LINKED_KINDS]['label'];

const NO_ACCESS = {
  Device: 'DEVICE_ACCESS_DENIED',
  Group: 'GROUP_ACCESS_DENIED',
  User: 'USER_ACCESS_DENIED',
  Position: 'POSITION_ACCESS_DENIED',
  Event: 'EVENT_ACCESS_DENIED',
  Share: 'SHARE_ACCESS_DENIED',
  Geofence: 'GEOFENCE_ACCESS_DENIED',
  Notification: 'NOTIFICATION_ACCESS_DENIED',
  Driver: 'DRIVER_ACCESS_DENIED',
  Calendar: 'CALENDAR_ACCESS_DENIED',
  Command: 'COMMAND_ACCESS_DENIED',
  Maintenance: 'MAINTENANCE_ACCESS_DENIED',
  Attribute: 'ATTRIBUTE_ACCESS_DENIED',
  Order: 'ORDER_ACCESS_DENIED',
  Report: 'REPORT_ACCESS_DENIED',
} as const satisfies Readonly<Record<Guarded, ErrorCode>>;

/** The refusals of the tracking server, one maker each. @source reference/tracking-api.md §1.6 */
export const refuse = {
  notSignedIn: () => new Refusal('HTTP_401_UNAUTHORIZED', 'Sign in first'),
  wrongLogin: () => new Refusal('HTTP_401_UNAUTHORIZED', 'Wrong user name or password'),
  wrongCode: () => new Refusal('WRONG_ONE_TIME_CODE', 'Enter the code that the authenticator shows now'),
  oneTimeCodesOff: () => new Refusal('ONE_TIME_CODES_DISABLED', 'This server does not use them'),
  oneTimeKeyNeeded: () => new Refusal('ONE_TIME_KEY_REQUIRED', 'Set up an authenticator first'),
  sharingOff: () => new Refusal('SHARING_DISABLED', 'This server does not share vehicles'),
  temporaryUser: () => new Refusal('TEMPORARY_USER', 'A guest cannot share'),
  guestAccount: () => new Refusal('GUEST_ACCOUNT', 'A guest has no account of his own'),
  geocoderOff: () => new Refusal('GEOCODER_NOT_CONFIGURED', 'This server cannot look up addresses'),
  geocoderDown: () => new Refusal('GEOCODER_UNAVAILABLE', 'Addresses cannot be looked up now; try later'),
  openIdOff: () => new Refusal('OPENID_NOT_ENABLED', 'This server has no OpenID provider'),
  passwordsOff: () => new Refusal('PASSWORD_LOGIN_DISABLED', 'Sign in with your company account'),
  mailOff: () => new Refusal('MAIL_NOT_CONFIGURED', 'This server cannot send mail'),
  badResetToken: () =>
    new Refusal('INVALID_RESET_LINK', 'The link was used or is too old; ask for a new one'),
  accountDisabled: () => new Refusal('ACCOUNT_IS_DISABLED', 'Contact the administrator'),
  accountExpired: () => new Refusal('ACCOUNT_IS_EXPIRED', 'Contact the administrator'),
  noSession: () => new Refusal('HTTP_404_NOT_FOUND', 'There is no session'),
  notFound: () => new Refusal('HTTP_404_NOT_FOUND', 'There is nothing at this address'),
  /** One answer for "not yours" and "not there". */
  noAccess: (what: Guarded) => new Refusal(NO_ACCESS[what], `${what} not found or not yours`),
  administratorOnly: () => new Refusal('ADMINISTRATOR_ACCESS_REQUIRED', 'Only an administrator may do this'),
  /** @param limit -1 = none. */
  limitAbove: (name: string, limit: { readonly wanted: number; readonly own: number }) =>
    new Refusal(
      'LIMIT_ABOVE_OWN',
      `${name}: ${limit.wanted < 0 ? 'no limit' : limit.wanted} is more than the ${limit.own} of this account`,
    ),
  endAbove: (own: string) =>
    new Refusal('END_AFTER_OWN', `expirationTime: is after the end of this account, ${own}`),
  boundAbove: (name: string) =>
    new Refusal('MORE_THAN_OWN', `${name}: this account gives no more than it has itself`),
  stoppedAbove: () =>
    new Refusal('STOPPED_ABOVE', 'Somebody above this account disabled the device or gave it its end'),
  weakPassword: () =>
    new Refusal('COMMON_PASSWORD', 'It is one of the most common ones, or the name of the account'),
  lastAdministrator: () => new Refusal('LAST_ADMINISTRATOR', 'Make somebody else administrator first'),
  managerOnly: () => new Refusal('MANAGER_ACCESS_REQUIRED', 'Only a manager may do this'),
  readonly: () => new Refusal('ACCOUNT_IS_READONLY', 'This account may look, not change'),
  lockRight: () => new Refusal('RIGHT_MISSING', 'devices.lock'),
  deviceReadonly: () => new Refusal('ACCOUNT_IS_DEVICE_READONLY', 'This account may not change devices'),
  commandsLimited: () =>
    new Refusal('ACCOUNT_HAS_LIMITED_COMMANDS', 'This account may only send commands saved for it'),
  reportsDisabled: () => new Refusal('OPERATION_RESTRICTED', 'This account has no access to history'),
  deviceLimit: (limit: number) =>
    new Refusal('USER_DEVICE_LIMIT_REACHED', `This account may have ${limit} devices`),
  serverDeviceLimit: (limit: number) =>
    new Refusal('SERVER_DEVICE_LIMIT_REACHED', `This installation may have ${limit} devices`),
  trafficLimit: () =>
    new Refusal('TRAFFIC_LIMIT_REACHED', 'Too many devices are being recorded; stop one of them'),
  userLimit: (limit: number) =>
    new Refusal('MANAGER_USER_LIMIT_REACHED', `This account may have ${limit} users`),
  registrationDisabled: () => new Refusal('REGISTRATION_DISABLED', 'New accounts are closed for now'),
  setupCode: () => new Refusal('SETUP_CODE_REQUIRED', 'Enter the one-time code printed by the server'),
  alreadySetUp: () => new Refusal('ALREADY_SET_UP', 'An administrator exists; sign in'),
  assigned: () => new Refusal('DEVICE_ALREADY_ASSIGNED', 'Somebody has this device already'),
  taken: (what: string) => new Refusal('ALREADY_IN_USE', `Another entry has this ${what}`),
  cycle: () => new Refusal('CYCLE_IN_GROUP_HIERARCHY', 'A group cannot be inside itself'),
  formOnly: () => new Refusal('UNSUPPORTED_CONTENT_TYPE', 'Send a form'),
  badInput: (explanation: string) => new Refusal('INVALID_DATA', explanation),
  timeZone: (explanation: string) => new Refusal('UNKNOWN_TIME_ZONE', explanation),
  imageType: () => new Refusal('UNSUPPORTED_IMAGE_TYPE', 'Send a JPEG, PNG, GIF or WebP picture'),
  imageSize: () => new Refusal('IMAGE_SIZE_LIMIT_EXCEEDED', 'Send at most 500 kB'),
  deviceNotConnected: () => new Refusal('DEVICE_NOT_CONNECTED', 'The device is not connected now'),
  commandQueueFull: (most: number) =>
    new Refusal('COMMAND_QUEUE_FULL', `${most} commands wait for this device already`),
  commandNotSupported: (type: string, protocol: string | null) =>
    new Refusal(
      'COMMAND_NOT_SUPPORTED',
      `${type} is not supported ${protocol === null ? 'by SMS' : `in protocol ${protocol}`}`,
    ),
  commandNotSent: (explanation: string) => new Refusal('COMMAND_NOT_SENT', explanation),
  commandNotQueued: () => new Refusal('COMMAND_NOT_QUEUED', 'It was sent, or is over, already'),
  channelOff: (name: string) => new Refusal('CHANNEL_NOT_AVAILABLE', `${name} is not set up on this server`),
  ruleWithoutDevice: () =>
    new Refusal('RULE_WITHOUT_DEVICE', 'Link a device or a group first, or set always: it would tell nobody'),
  notNotified: (explanation: string) => new Refusal('NOTIFICATION_NOT_SENT', explanation),
  smsNotConfigured: () => new Refusal('SMS_NOT_CONFIGURED', 'This server has no SMS gateway'),
  deviceWithoutPhone: () => new Refusal('DEVICE_WITHOUT_PHONE', 'The device has no phone number'),
  reportTooWide: (asked: number, most: number) =>
    new Refusal('TIME_PERIOD_EXCEEDS_THE_LIMIT', `${asked} device days; at most ${most} at once`),
  reportTooLong: () =>
    new Refusal('REPORT_TOO_LONG', 'A sheet has at most 100000 rows; ask for fewer days or for CSV'),
  pdfTooLong: (rows: number) =>
    new Refusal(
      'PDF_TOO_LONG',
      `It would have ${rows} rows; at most 200000. Ask for fewer days or vehicles, or for CSV`,
    ),
  reportFailed: () => new Refusal('REPORT_FAILED', 'The report could not be made; try again'),
  tooManyReports: () => new Refusal('TOO_MANY_REPORTS', 'Wait until one of your reports is ready'),
  tooManySendings: () => new Refusal('TOO_MANY_SENDINGS', 'Wait some minutes before the next one'),
  badPermission: () => new Refusal('INVALID_PERMISSION', 'Name exactly one owner and one property'),
};
