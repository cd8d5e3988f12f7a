import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/**
 * Address of calls that this process makes of itself for a screen, again and again: nobody connects from it (RFC 1122,
 * 3.2.1.3).
 */
export const WITHIN_ADDRESS = '0.0.0.0';

const addresses = new WeakMap<IncomingMessage, string>();

/** For a gateway in front, which has worked out whom a proxy speaks for: the address of this request's client. */
export function rememberAddress(request: IncomingMessage, address: string): void {
  addresses.set(request, address);
}

export const addressOf = (request: FastifyRequest): string => addresses.get(request.raw) ?? request.ip;

/** Whether it is a read that this process repeats by itself, such as the figures of a wall. */
export const isRepeatedRead = (request: FastifyRequest): boolean =>
  request.method === 'GET' && addressOf(request) === WITHIN_ADDRESS;
