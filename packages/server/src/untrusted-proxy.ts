import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { plainAddress } from '@rastro/base/addresses';
import { isPublicAddress } from '@rastro/outgoing';

/** Warns once about a proxy in front that is not trusted. */
export function untrustedProxy(log: Logger): (request: IncomingMessage) => void {
  let isLogged = false;
  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress ?? '') ?? undefined;
    if (isLogged || headers['x-forwarded-for'] === undefined || peer === undefined) return;
    // From a public address it is what a client claims.
    if (isPublicAddress(peer)) return;
    isLogged = true;
    log.warn(
      { peer },
      'a proxy at this address forwards requests and TRUST_PROXY is not set: all people count as this one address, ' +
        'in the audit log and where wrong passwords are counted. Set TRUST_PROXY=true when the proxy is yours.',
    );
  };
}
