import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import {
  connect,
  credsAuthenticator,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node';

export interface NatsSettings {
  /** Addresses of the servers, separated by commas: `nats://` or `tls://`; a user and password stand in the first. */
  readonly url: string;
  /** File with the credentials of a user, as NATS hands them out; null = none. */
  readonly credentialsFile: string | null;
  /** File with the certificates that sign those of the servers; null = those of the system. */
  readonly caFile: string | null;
  /** Files with the certificate that this process shows, and its key; absent = it shows none. */
  readonly certificate?: { readonly certFile: string; readonly keyFile: string };
  /** Name of this process, for the operator of the servers. */
  readonly name: string;
}

/** A dead server is noticed within four seconds, and another one found within one. */
const PING_MS = 2000;
const RECONNECT_MS = 100;
/** A server that stands still accepts connections, and says nothing: then the next one is tried. */
const DIAL_MS = 2000;

/** @throws Error that says why, when no server answers, its certificate is not trusted, or it does not admit us. */
export async function connectNats(settings: NatsSettings): Promise<NatsConnection> {
  const addresses = settings.url.split(',').map((each) => new URL(each.trim()));
  try {
    return await connect(optionsOf(settings, addresses));
  } catch (error) {
    const at = addresses.map(({ host }) => host).join(', ');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot connect to NATS at ${at}: ${reason}`, { cause: error });
  }
}

function optionsOf(
  { credentialsFile, caFile, certificate, name }: NatsSettings,
  addresses: readonly URL[],
): NodeConnectionOptions {
  const { username = '', password = '' } = addresses[0] ?? {};
  const isEncrypted = addresses.some(({ protocol }) => protocol === 'tls:') || caFile !== null || certificate;
  const tls = {
    ...(caFile === null ? {} : { caFile }),
    ...certificate,
    checkServerIdentity: identityOf(addresses),
  };
  return {
    name,
    servers: addresses.map(({ host }) => host),
    maxReconnectAttempts: -1,
    // The one that was lost is tried last.
    reconnectToServer: (servers) => servers.reduce((a, b) => (b.lastConnect < a.lastConnect ? b : a)),
    timeout: DIAL_MS,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    // Credentials may be put right while it tries again.
    ignoreAuthErrorAbort: true,
    ...(isEncrypted ? { tls } : {}),
    ...(password === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(username !== '' && password === '' ? { token: decodeURIComponent(username) } : {}),
    ...(credentialsFile === null ? {} : { authenticator: credsAuthenticator(readFileSync(credentialsFile)) }),
  };
}

/** The client does not tell Node the address of a server that has no name: "localhost" is looked for then. */
function identityOf(addresses: readonly URL[]): typeof checkServerIdentity {
  const ips = addresses
    .map(({ hostname }) => hostname.replace(/^\[|\]$/g, ''))
    .filter((each) => isIP(each) > 0);
  return (name, certificate) => {
    const ofIps = ips.map((ip) => checkServerIdentity(ip, certificate));
    const isOfIp = name === 'localhost' && ofIps.includes(undefined);
    return isOfIp ? undefined : checkServerIdentity(name, certificate);
  };
}
