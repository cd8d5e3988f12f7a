import type { IncomingMessage } from 'node:http';

/** Headers by which whoever opens a socket is known: a token in the address counts before the cookie, as behind. */
export function socketHeaders({ url, headers }: IncomingMessage): IncomingMessage['headers'] {
  const token = new URLSearchParams(url?.split('?')[1] ?? '').get('token');
  return token === null ? headers : { ...headers, authorization: `Bearer ${token}` };
}
