import type { IncomingMessage } from 'node:http';
import { plainAddress } from '@rastro/base/addresses';

/**
 * Reads the address that a proxy of the operator has added, once for everybody behind: some write a port or brackets
 * with it, and a port would make every connection another client. What the proxy says and is no address counts for
 * nothing; the proxy itself is the client then.
 */
export function tidyForwarded({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',');
  if (forwardedFor === '') return;
  const address = plainAddress(forwardedFor.split(',').at(-1) ?? '');
  if (address === null) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = address;
}

/** The client of a request that Fastify does not read. */
export const clientOf =
  (trustsProxy: boolean) =>
  (request: IncomingMessage): string => {
    const peer = request.socket.remoteAddress ?? '';
    if (!trustsProxy) return plainAddress(peer) ?? peer;
    tidyForwarded(request);
    return [request.headers['x-forwarded-for'] ?? []].flat()[0] ?? peer;
  };
