/**
 * A refusal that the caller can understand. Leaves as one line of text, `Code in words - explanation`:
 * clients derive the code from the part before the dash (SPEC §8), Traccar's own client shows the line.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  /** @param code Upper case with underscores, e.g. `WRITE_ACCESS_DENIED`. */
  constructor(status: number, code: string, explanation: string, headers: Record<string, string> = {}) {
    super(explanation);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  get body(): string {
    const words = this.code.toLowerCase().replaceAll('_', ' ');
    return `${words.charAt(0).toUpperCase()}${words.slice(1)} - ${this.message}`;
  }
}

/** What can be not yours or not there, as reference/tracking-api.md §1.6 names it. */
type Guarded =
  | 'Device'
  | 'Group'
  | 'User'
  | 'Position'
  | 'Event'
  | 'Geofence'
  | 'Command'
  | 'Notification'
  | 'Driver'
  | 'Calendar'
  | 'Maintenance'
  | 'Attribute'
  | 'Order'
  | 'Report';

/** The refusals of the API, one maker each; statuses as reference/tracking-api.md §1.6. */
export const refuse = {
  notSignedIn: () => new ApiError(401, 'HTTP_401_UNAUTHORIZED', 'Sign in first'),
  wrongLogin: () => new ApiError(401, 'HTTP_401_UNAUTHORIZED', 'Wrong user name or password'),
  codeNeeded: () =>
    new ApiError(401, 'HTTP_401_UNAUTHORIZED', 'Enter the code of your authenticator', {
      'www-authenticate': 'TOTP',
    }),
  wrongCode: () =>
    new ApiError(400, 'WRONG_ONE_TIME_CODE', 'Enter the code that the authenticator shows now'),
  oneTimeCodesOff: () => new ApiError(400, 'ONE_TIME_CODES_DISABLED', 'This server does not use them'),
  oneTimeKeyNeeded: () => new ApiError(400, 'ONE_TIME_KEY_REQUIRED', 'Set up an authenticator first'),
  sharingOff: () => new ApiError(400, 'SHARING_DISABLED', 'This server does not share vehicles'),
  temporaryUser: () => new ApiError(400, 'TEMPORARY_USER', 'A guest cannot share'),
  geocoderOff: () => new ApiError(400, 'GEOCODER_NOT_CONFIGURED', 'This server cannot look up addresses'),
  geocoderDown: () =>
    new ApiError(502, 'GEOCODER_UNAVAILABLE', 'Addresses cannot be looked up now; try later'),
  openIdOff: () => new ApiError(400, 'OPENID_NOT_ENABLED', 'This server has no OpenID provider'),
  passwordsOff: () => new ApiError(400, 'PASSWORD_LOGIN_DISABLED', 'Sign in with your company account'),
  mailOff: () => new ApiError(400, 'MAIL_NOT_CONFIGURED', 'This server cannot send mail'),
  badResetToken: () =>
    new ApiError(400, 'INVALID_RESET_LINK', 'The link was used or is too old; ask for a new one'),
  accountDisabled: () => new ApiError(400, 'ACCOUNT_IS_DISABLED', 'Contact the administrator'),
  accountExpired: () => new ApiError(400, 'ACCOUNT_IS_EXPIRED', 'Contact the administrator'),
  noSession: () => new ApiError(404, 'HTTP_404_NOT_FOUND', 'There is no session'),
  notFound: () => new ApiError(404, 'HTTP_404_NOT_FOUND', 'There is nothing at this address'),
  /** One answer for "not yours" and "not there". */
  noAccess: (what: Guarded) =>
    new ApiError(400, `${what.toUpperCase()}_ACCESS_DENIED`, `${what} not found or not yours`),
  administratorOnly: () =>
    new ApiError(400, 'ADMINISTRATOR_ACCESS_REQUIRED', 'Only an administrator may do this'),
  managerOnly: () => new ApiError(400, 'MANAGER_ACCESS_REQUIRED', 'Only a manager may do this'),
  readonly: () => new ApiError(400, 'ACCOUNT_IS_READONLY', 'This account may look, not change'),
  deviceReadonly: () =>
    new ApiError(400, 'ACCOUNT_IS_DEVICE_READONLY', 'This account may not change devices'),
  commandsLimited: () =>
    new ApiError(400, 'ACCOUNT_HAS_LIMITED_COMMANDS', 'This account may only send commands saved for it'),
  reportsDisabled: () => new ApiError(400, 'OPERATION_RESTRICTED', 'This account has no access to history'),
  deviceLimit: (limit: number) =>
    new ApiError(400, 'USER_DEVICE_LIMIT_REACHED', `This account may have ${limit} devices`),
  serverDeviceLimit: (limit: number) =>
    new ApiError(400, 'SERVER_DEVICE_LIMIT_REACHED', `This installation may have ${limit} devices`),
  trafficLimit: () =>
    new ApiError(400, 'TRAFFIC_LIMIT_REACHED', 'Too many devices are being recorded; stop one of them'),
  userLimit: (limit: number) =>
    new ApiError(400, 'MANAGER_USER_LIMIT_REACHED', `This account may have ${limit} users`),
  registrationDisabled: () => new ApiError(400, 'REGISTRATION_DISABLED', 'New accounts are closed for now'),
  setupCode: () => new ApiError(400, 'SETUP_CODE_REQUIRED', 'Enter the one-time code printed by the server'),
  alreadySetUp: () => new ApiError(400, 'ALREADY_SET_UP', 'An administrator exists; sign in'),
  taken: (what: string) => new ApiError(400, 'ALREADY_IN_USE', `Another entry has this ${what}`),
  cycle: () => new ApiError(400, 'CYCLE_IN_GROUP_HIERARCHY', 'A group cannot be inside itself'),
  formOnly: () => new ApiError(415, 'UNSUPPORTED_CONTENT_TYPE', 'Send a form'),
  badInput: (explanation: string) => new ApiError(400, 'INVALID_DATA', explanation),
  imageType: () => new ApiError(400, 'UNSUPPORTED_IMAGE_TYPE', 'Send a JPEG, PNG, GIF or WebP picture'),
  imageSize: () => new ApiError(400, 'IMAGE_SIZE_LIMIT_EXCEEDED', 'Send at most 500 kB'),
  deviceNotConnected: () => new ApiError(400, 'DEVICE_NOT_CONNECTED', 'The device is not connected now'),
  commandQueueFull: (most: number) =>
    new ApiError(400, 'COMMAND_QUEUE_FULL', `${most} commands wait for this device already`),
  commandNotSupported: (type: string, protocol: string | null) =>
    new ApiError(
      400,
      'COMMAND_NOT_SUPPORTED',
      `${type} is not supported ${protocol === null ? 'by SMS' : `in protocol ${protocol}`}`,
    ),
  commandNotSent: (explanation: string) => new ApiError(400, 'COMMAND_NOT_SENT', explanation),
  commandNotQueued: () => new ApiError(400, 'COMMAND_NOT_QUEUED', 'It was sent, or is over, already'),
  channelOff: (name: string) =>
    new ApiError(400, 'CHANNEL_NOT_AVAILABLE', `${name} is not set up on this server`),
  notNotified: (explanation: string) => new ApiError(400, 'NOTIFICATION_NOT_SENT', explanation),
  smsNotConfigured: () => new ApiError(400, 'SMS_NOT_CONFIGURED', 'This server has no SMS gateway'),
  deviceWithoutPhone: () => new ApiError(400, 'DEVICE_WITHOUT_PHONE', 'The device has no phone number'),
  reportTooWide: (asked: number, most: number) =>
    new ApiError(400, 'TIME_PERIOD_EXCEEDS_THE_LIMIT', `${asked} device days; at most ${most} at once`),
  reportTooLong: () =>
    new ApiError(400, 'REPORT_TOO_LONG', 'A sheet has at most 100000 rows; ask for fewer days or for CSV'),
  reportFailed: () => new ApiError(503, 'REPORT_FAILED', 'The report could not be made; try again'),
  tooManyReports: () => new ApiError(429, 'TOO_MANY_REPORTS', 'Wait until one of your reports is ready'),
  badPermission: () => new ApiError(400, 'INVALID_PERMISSION', 'Name exactly one owner and one property'),
};
