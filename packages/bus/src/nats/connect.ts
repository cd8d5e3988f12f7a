import { readFileSync } from 'node:fs';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';

export interface NatsSettings {
  /** Addresses of the servers, separated by commas: `nats://` or `tls://`; a user and password stand in the first. */
  readonly url: string;
  /** File with the credentials of a user, as NATS hands them out; null = none. */
  readonly credentialsFile: string | null;
  /** File with the certificates that sign those of the servers; null = those of the system. */
  readonly caFile: string | null;
  /** Name of this process, for the operator of the servers. */
  readonly name: string;
}

/** A dead server is noticed within four seconds, and another one found within one. */
const PING_MS = 2000;
const RECONNECT_MS = 100;
/** A server that stands still accepts connections, and says nothing: then the next one is tried. */
const DIAL_MS = 2000;

/** @throws Error of the client when no server answers, or it admits nobody by this name. */
export function connectNats({ url, credentialsFile, caFile, name }: NatsSettings): Promise<NatsConnection> {
  const addresses = url.split(',').map((each) => new URL(each.trim()));
  const { username = '', password = '' } = addresses[0] ?? {};
  const isEncrypted = addresses.some(({ protocol }) => protocol === 'tls:') || caFile !== null;
  return connect({
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
    ...(isEncrypted ? { tls: caFile === null ? {} : { caFile } } : {}),
    ...(password === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(username !== '' && password === '' ? { token: decodeURIComponent(username) } : {}),
    ...(credentialsFile === null ? {} : { authenticator: credsAuthenticator(readFileSync(credentialsFile)) }),
  });
}
