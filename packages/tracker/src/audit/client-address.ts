import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

const addresses = new WeakMap<IncomingMessage, string>();

/** For a gateway in front, which has worked out whom a proxy speaks for: the address of this request's client. */
export function rememberAddress(request: IncomingMessage, address: string): void {
  addresses.set(request, address);
}

export const addressOf = (request: FastifyRequest): string => addresses.get(request.raw) ?? request.ip;
