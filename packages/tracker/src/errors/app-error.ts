import type { LINKED_KINDS } from '@rastro/fleet';
import type { ErrorCode } from '@rastro/fleet/api';

/**
 * An error that the caller can understand. `http/` decides its status. Clients derive the code from the text
 * (docs/reference/requirements.md SPEC §8).
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, explanation: string) {
    super(explanation);
    this.code = code;
  }
}

/** Entities that can be inaccessible or missing, as docs/reference/tracking-api.md §1.6 names them. */
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

/** The errors of the tracking server, one factory each. @source docs/reference/tracking-api.md §1.6 */
export const appError = {
  notSignedIn: () => new AppError('HTTP_401_UNAUTHORIZED', 'Sign in first'),
  wrongLogin: () => new AppError('HTTP_401_UNAUTHORIZED', 'Wrong user name or password'),
  wrongCode: () => new AppError('WRONG_ONE_TIME_CODE', 'Enter the code that the authenticator shows now'),
  oneTimeCodesOff: () => new AppError('ONE_TIME_CODES_DISABLED', 'This server does not use them'),
  oneTimeKeyNeeded: () => new AppError('ONE_TIME_KEY_REQUIRED', 'Set up an authenticator first'),
  sharingOff: () => new AppError('SHARING_DISABLED', 'This server does not share vehicles'),
  temporaryUser: () => new AppError('TEMPORARY_USER', 'A guest cannot share'),
  guestAccount: () => new AppError('GUEST_ACCOUNT', 'A guest has no account of his own'),
  geocoderOff: () => new AppError('GEOCODER_NOT_CONFIGURED', 'This server cannot look up addresses'),
  geocoderDown: () => new AppError('GEOCODER_UNAVAILABLE', 'Addresses cannot be looked up now; try later'),
  openIdOff: () => new AppError('OPENID_NOT_ENABLED', 'This server has no OpenID provider'),
  passwordsOff: () => new AppError('PASSWORD_LOGIN_DISABLED', 'Sign in with your company account'),
  mailOff: () => new AppError('MAIL_NOT_CONFIGURED', 'This server cannot send mail'),
  badResetToken: () =>
    new AppError('INVALID_RESET_LINK', 'The link was used or is too old; ask for a new one'),
  accountDisabled: () => new AppError('ACCOUNT_IS_DISABLED', 'Contact the administrator'),
  accountExpired: () => new AppError('ACCOUNT_IS_EXPIRED', 'Contact the administrator'),
  noSession: () => new AppError('HTTP_404_NOT_FOUND', 'There is no session'),
  notFound: () => new AppError('HTTP_404_NOT_FOUND', 'There is nothing at this address'),
  /** One answer for "not yours" and "not there". */
  noAccess: (what: Guarded) => new AppError(NO_ACCESS[what], `${what} not found or not yours`),
  administratorOnly: () => new AppError('ADMINISTRATOR_ACCESS_REQUIRED', 'Only an administrator may do this'),
  /** @param limit -1 = none. */
  limitAbove: (name: string, limit: { readonly wanted: number; readonly own: number }) =>
    new AppError(
      'LIMIT_ABOVE_OWN',
      `${name}: ${limit.wanted < 0 ? 'no limit' : limit.wanted} is more than the ${limit.own} of this account`,
    ),
  endAbove: (own: string) =>
    new AppError('END_AFTER_OWN', `expirationTime: is after the end of this account, ${own}`),
  boundAbove: (name: string) =>
    new AppError('MORE_THAN_OWN', `${name}: this account gives no more than it has itself`),
  stoppedAbove: () =>
    new AppError('STOPPED_ABOVE', 'Somebody above this account disabled the device or gave it its end'),
  weakPassword: () =>
    new AppError('COMMON_PASSWORD', 'It is one of the most common ones, or the name of the account'),
  lastAdministrator: () => new AppError('LAST_ADMINISTRATOR', 'Make somebody else administrator first'),
  managerOnly: () => new AppError('MANAGER_ACCESS_REQUIRED', 'Only a manager may do this'),
  readonly: () => new AppError('ACCOUNT_IS_READONLY', 'This account may look, not change'),
  lockRight: () => new AppError('RIGHT_MISSING', 'devices.lock'),
  deviceReadonly: () => new AppError('ACCOUNT_IS_DEVICE_READONLY', 'This account may not change devices'),
  commandsLimited: () =>
    new AppError('ACCOUNT_HAS_LIMITED_COMMANDS', 'This account may only send commands saved for it'),
  reportsDisabled: () => new AppError('OPERATION_RESTRICTED', 'This account has no access to history'),
  deviceLimit: (limit: number) =>
    new AppError('USER_DEVICE_LIMIT_REACHED', `This account may have ${limit} devices`),
  serverDeviceLimit: (limit: number) =>
    new AppError('SERVER_DEVICE_LIMIT_REACHED', `This installation may have ${limit} devices`),
  trafficLimit: () =>
    new AppError('TRAFFIC_LIMIT_REACHED', 'Too many devices are being recorded; stop one of them'),
  userLimit: (limit: number) =>
    new AppError('MANAGER_USER_LIMIT_REACHED', `This account may have ${limit} users`),
  registrationDisabled: () => new AppError('REGISTRATION_DISABLED', 'New accounts are closed for now'),
  setupCode: () => new AppError('SETUP_CODE_REQUIRED', 'Enter the one-time code printed by the server'),
  alreadySetUp: () => new AppError('ALREADY_SET_UP', 'An administrator exists; sign in'),
  assigned: () => new AppError('DEVICE_ALREADY_ASSIGNED', 'Somebody has this device already'),
  taken: (what: string) => new AppError('ALREADY_IN_USE', `Another entry has this ${what}`),
  cycle: () => new AppError('CYCLE_IN_GROUP_HIERARCHY', 'A group cannot be inside itself'),
  formOnly: () => new AppError('UNSUPPORTED_CONTENT_TYPE', 'Send a form'),
  badInput: (explanation: string) => new AppError('INVALID_DATA', explanation),
  timeZone: (explanation: string) => new AppError('UNKNOWN_TIME_ZONE', explanation),
  imageType: () => new AppError('UNSUPPORTED_IMAGE_TYPE', 'Send a JPEG, PNG, GIF or WebP picture'),
  imageSize: () => new AppError('IMAGE_SIZE_LIMIT_EXCEEDED', 'Send at most 500 kB'),
  deviceNotConnected: () => new AppError('DEVICE_NOT_CONNECTED', 'The device is not connected now'),
  commandQueueFull: (limit: number) =>
    new AppError('COMMAND_QUEUE_FULL', `${limit} commands wait for this device already`),
  commandNotSupported: (type: string, protocol: string | null) =>
    new AppError(
      'COMMAND_NOT_SUPPORTED',
      `${type} is not supported ${protocol === null ? 'by SMS' : `in protocol ${protocol}`}`,
    ),
  commandNotSent: (explanation: string) => new AppError('COMMAND_NOT_SENT', explanation),
  commandNotQueued: () => new AppError('COMMAND_NOT_QUEUED', 'It was sent, or is over, already'),
  channelOff: (name: string) => new AppError('CHANNEL_NOT_AVAILABLE', `${name} is not set up on this server`),
  ruleWithoutDevice: () =>
    new AppError(
      'RULE_WITHOUT_DEVICE',
      'Link a device or a group first, or set always: it would tell nobody',
    ),
  notNotified: (explanation: string) => new AppError('NOTIFICATION_NOT_SENT', explanation),
  smsNotConfigured: () => new AppError('SMS_NOT_CONFIGURED', 'This server has no SMS gateway'),
  deviceWithoutPhone: () => new AppError('DEVICE_WITHOUT_PHONE', 'The device has no phone number'),
  reportTooWide: (asked: number, limit: number) =>
    new AppError('TIME_PERIOD_EXCEEDS_THE_LIMIT', `${asked} device days; at most ${limit} at once`),
  reportTooLong: () =>
    new AppError('REPORT_TOO_LONG', 'A sheet has at most 100000 rows; ask for fewer days or for CSV'),
  pdfTooLong: (rows: number) =>
    new AppError(
      'PDF_TOO_LONG',
      `It would have ${rows} rows; at most 200000. Ask for fewer days or vehicles, or for CSV`,
    ),
  reportFailed: () => new AppError('REPORT_FAILED', 'The report could not be made; try again'),
  tooManyReports: () => new AppError('TOO_MANY_REPORTS', 'Wait until one of your reports is ready'),
  tooManySendings: () => new AppError('TOO_MANY_SENDINGS', 'Wait some minutes before the next one'),
  badPermission: () => new AppError('INVALID_PERMISSION', 'Name exactly one owner and one property'),
};
