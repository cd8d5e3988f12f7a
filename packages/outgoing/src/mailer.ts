import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { host } from '@rastro/base/host';
import { fail, ok, type Result } from '@rastro/base';
import { unavailable, type DeliveryFailure } from './delivery-failure.ts';
import { isPublicAddress } from './public-address.ts';

/** The operator's mail server. @example parseSmtpServer('smtps://user:secret@mail.example.com:465') */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps`); else STARTTLS when offered. */
  readonly secure: boolean;
  /** Null = no login. */
  readonly login: { readonly user: string; readonly password: string } | null;
}
export interface MailOptions {
  readonly server: SmtpServer;
  /** Sender, e.g. `Rastro <no-reply@example.com>`. */
  readonly from: string;
  /** A user entered the server: only a public address is called. */
  readonly onlyPublic?: boolean;
}
export interface Mail {
  readonly to: string;
  /** Name next to the sender's address; absent = the operator's. */
  readonly sender?: string;
  /** The same where the operator has set an address without a name. */
  readonly usualSender?: string;
  readonly subject: string;
  readonly html: string;
  /** For readers without HTML. */
  readonly text: string;
  readonly attachments?: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Uint8Array;
  }[];
  /** PNG pictures that the HTML shows by `cid:`. */
  readonly inline?: readonly {
    readonly cid: string;
    readonly filename: string;
    readonly content: Uint8Array;
  }[];
}
/** Hands mail to the operator's server, one message at a time; never retries by itself. */
export interface Mailer {
  /** False = no mail server is set; every `send` fails as `unauthorized`. */
  readonly enabled: boolean;
  send(mail: Mail, signal: AbortSignal): Promise<Result<void, DeliveryFailure>>;
}

const WHOLE_MS = 60_000;
const CONNECT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
/** One address, no list, no display name: as stored in an account. */
const ADDRESS = /^[^\s<>,;:"()[\]\\]+@[^\s<>,;:"()[\]\\@]+$/;

const CONTROLS = /\p{Cc}+/gu;

export function createMailer(options: MailOptions | null): Mailer {
  if (!options) {
    const failure: DeliveryFailure = { code: 'unauthorized', detail: 'no mail server is set' };
    return { enabled: false, send: async () => fail(failure) };
  }
  const { server, onlyPublic = false } = options;
  let usual: ReturnType<typeof transportOf> | null = null;
  const ownTransport = () => (usual ??= transportOf(transportOptions(server)));
  return {
    enabled: true,
    send: async (mail, signal) => {
      if (!ADDRESS.test(mail.to)) return fail({ code: 'invalid_target', detail: 'not a mail address' });
      try {
        const transport = await (onlyPublic ? publicTransport(server) : ownTransport());
        if (transport === null) return fail({ code: 'invalid_request', detail: 'a private address' });
        await transport.sendMail({
          from: senderOf(options.from, mail),
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: [
            ...(mail.inline ?? []).map(({ content, ...rest }) => ({
              ...rest,
              contentType: 'image/png',
              contentDisposition: 'inline' as const,
              content: Buffer.from(content),
            })),
            ...(mail.attachments ?? []).map(({ content, ...rest }) => ({
              ...rest,
              content: Buffer.from(content),
            })),
          ],
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.any([signal, host.timeout(WHOLE_MS)]),
        });
        return ok(undefined);
      } catch (error) {
        return fail(failureOf(error));
      }
    },
  };
}

/** The address is the operator's: the mail server sends for no other. A name is one line. */
function senderOf(from: string, { sender, usualSender }: Pick<Mail, 'sender' | 'usualSender'>) {
  const [, ownName = '', address = from] = /^(.*?)\s*<([^<>]*)>\s*$/s.exec(from) ?? [];
  const name = sender ?? (ownName.trim() === '' ? usualSender : undefined);
  const plain = (name ?? '').replace(CONTROLS, ' ').trim();
  return plain === '' ? from : { name: plain, address };
}

/** Reads `smtp(s)://user:password@host:port`. @returns what is wrong with it, without repeating it. */
export function parseSmtpServer(text: string): Result<SmtpServer, string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  // A # or the like in a password ends the host there: mail and password would go to another one.
  const isCut = /^smtps?:\/\/[^@]*[#?/\\][^@]*@/i.test(text);
  const hasRest = url !== null && `${url.search}${url.hash}${url.pathname.replace(/^\/$/, '')}` !== '';
  if (isCut || hasRest) return fail(`has a character that ends the host: ${ESCAPES}`);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    return fail('is not smtp://user:password@host:port or smtps://…');
  const secure = url.protocol === 'smtps:';
  const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port);
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === null || password === null) return fail(`has a % that stands for itself: ${ESCAPES}`);
  const login = user === '' ? null : { user, password };
  return ok({ host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port, secure, login });
}
const ESCAPES =
  'in user and password write %23 for #, %3F for ?, %2F for /, %5C for \\, %40 for @, %25 for %';

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // That is the answer.
  }
}

/** Connects to the address that the name resolves to now: it cannot change before the connection. Null = blocked. */
async function publicTransport(server: SmtpServer) {
  const found = await lookup(server.host, { all: true });
  const [first] = found;
  if (!first || !found.every(({ address }) => isPublicAddress(address))) return null;
  const named = isIP(server.host) === 0 ? { tls: { servername: server.host } } : {};
  return transportOf({ ...transportOptions(server), host: first.address, ...named });
}

/** Read with the first mail: it is as large as all protocols together. */
async function transportOf(options: TransportOptions) {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}
type TransportOptions = ReturnType<typeof transportOptions> & {
  readonly tls?: { readonly servername: string };
};

function transportOptions({ host, port, secure, login }: SmtpServer) {
  return {
    host,
    port,
    secure,
    // A password crosses a network only encrypted; a relay on this machine may do without.
    requireTLS: !secure && login !== null && !isThisMachine(host),
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    dnsTimeout: CONNECT_MS,
  };
}
const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** @source docs/reference/integrations.md §3.4: codes of nodemailer; replies 4xx = later, 5xx = never. */
function failureOf(error: unknown): DeliveryFailure {
  const {
    code = 'EUNKNOWN',
    responseCode,
    command,
  } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const detail = responseCode === undefined ? code : `${code} ${responseCode}`;
  if (responseCode !== undefined && responseCode < 500) return unavailable(detail);
  if (['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'ECONFIG'].includes(code))
    return { code: 'unauthorized', detail };
  if (responseCode === undefined) return unavailable(detail);
  return { code: command === 'RCPT TO' ? 'invalid_target' : 'invalid_request', detail };
}
