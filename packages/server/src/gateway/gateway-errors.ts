import type { Right } from '@rastro/fleet';
import type { InvoiceToPay, Suspended } from './suspension-source.ts';

/** Errors of the gateway itself; one line `Code in words - explanation`, as in the tracking API. */
export interface ErrorReply {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of the text, which stands in its `error`. */
  readonly json?: object;
}

export const gatewayErrors = {
  notSignedIn: (): ErrorReply => ({ status: 401, text: 'HTTP 401 Unauthorized - Sign in first' }),
  administratorOnly: (): ErrorReply => ({
    status: 403,
    text: 'Administrator access required - Only an administrator may do this',
  }),
  noBrand: (): ErrorReply => ({
    status: 403,
    text: 'Reseller access required - This is for administrators and resellers',
  }),
  missingRight: (right: Right): ErrorReply => ({ status: 403, text: `Right missing - ${right}` }),
  onlyChecksIn: (): ErrorReply => ({
    status: 403,
    text: 'Drivers only check in - This account may check in to a vehicle, nothing else',
  }),
  protectedAttribute: (name: string): ErrorReply => ({
    status: 403,
    text: `Protected attribute - ${name} can only be changed by somebody above you`,
  }),
  limitAboveOwn: (limit: number): ErrorReply => ({
    status: 403,
    text: `Limit above own - You can give ${limit} places at most`,
  }),
  fixedIdentifier: (): ErrorReply => ({
    status: 400,
    text: 'Invalid data - uniqueId: is kept for deleted devices',
  }),
  readOnly: (): ErrorReply => ({
    status: 403,
    text: 'Account is readonly - This account may look, not send commands',
  }),
  foreignOrigin: (): ErrorReply => ({
    status: 403,
    text: 'Foreign origin - Open the application at its own address',
  }),
  ownPage: (location: string): ErrorReply => ({
    status: 303,
    text: 'This is done on our own page',
    headers: { location },
  }),
  notFound: (): ErrorReply => ({
    status: 404,
    text: 'HTTP 404 Not Found - There is nothing at this address',
  }),
  methodUnknown: (methods: readonly string[]): ErrorReply => ({
    status: 405,
    text: `HTTP 405 Method Not Allowed - This address knows ${methods.join(', ')}`,
    headers: { allow: methods.join(', ') },
  }),
  addressTooLong: (): ErrorReply => ({ status: 414, text: 'HTTP 414 URI Too Long - Ask for less at once' }),
  bodyTooLarge: (strangerBytes: number): ErrorReply => ({
    status: 413,
    text: `Body too large - Sign in to send more than ${strangerBytes / 1024} KiB`,
  }),
  badAddress: (): ErrorReply => ({ status: 400, text: 'Invalid data - The address cannot be read' }),
  unreadable: (problem = 'The body is not JSON'): ErrorReply => ({
    status: 400,
    text: `Invalid data - ${problem}`,
  }),
  wrongCurrentPassword: (): ErrorReply => ({
    status: 403,
    text: 'Current password wrong - Enter your current password to change how you sign in',
  }),
  tooManyAttempts: (seconds: number): ErrorReply => ({
    status: 429,
    text: `Too many tries - Wait ${seconds} seconds`,
    headers: { 'retry-after': String(seconds) },
  }),
  formOnly: (): ErrorReply => ({ status: 415, text: 'Unsupported content type - Send the login as a form' }),
  onlyOwnTokens: (): ErrorReply => ({
    status: 501,
    text: 'Only own tokens - The tracking server behind makes tokens for whoever asks alone',
  }),
  sharesNotSupported: (): ErrorReply => ({
    status: 501,
    text: 'Shares not kept - The tracking server behind keeps none: the operator has to set TRACKING_SERVER_TOKEN',
  }),
  notOffered: (): ErrorReply => ({
    status: 501,
    text: 'Not offered - The tracking server behind this installation does not have this',
  }),
  tokenNeeded: (): ErrorReply => ({
    status: 501,
    text: 'Not set up - The operator has to set TRACKING_SERVER_TOKEN for it',
  }),
  historyNotReady: () => ({
    status: 503,
    text: 'History not ready - It is being read from the tracking server; ask again in a moment',
    headers: { 'retry-after': '1' },
  }),
  plusNeeded: (): ErrorReply => ({
    status: 403,
    text: 'Plus required - This installation does not have Plus',
  }),
  billingOff: (): ErrorReply => ({ status: 403, text: 'Billing off - This installation takes no money' }),
  /** @source docs/reference/requirements.md SPEC §8 "Login errors": the body carries what can be done about it. */
  suspended: ({ trustAvailable }: Suspended, invoices: readonly InvoiceToPay[]): ErrorReply => {
    const text = 'Account is suspended - What is overdue has to be paid first';
    return { status: 401, text, json: { error: text, trustAvailable, invoices } };
  },
  /** Guests have no debts and learn nothing of those of others. */
  shareSuspended: (): ErrorReply => ({
    status: 401,
    text: 'HTTP 401 Unauthorized - This share is not available now',
  }),
  restarting: (): ErrorReply => ({
    status: 503,
    text: 'Server restarting - Try again in a moment',
    headers: { 'retry-after': '2' },
  }),
  databaseAway: (): ErrorReply => ({
    status: 503,
    text: 'STORAGE_UNAVAILABLE - Try again in a moment',
    headers: { 'retry-after': '2' },
  }),
  unsupportedServer: (found: string): ErrorReply => ({
    status: 502,
    text: `Tracking server failed - ${found}`,
  }),
  unreachable: (): ErrorReply => ({
    status: 502,
    text: 'Tracking server unreachable - Try again in a moment',
  }),
} as const;
