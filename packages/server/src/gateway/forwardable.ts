import type { IncomingHttpHeaders } from 'node:http';

/** Headers that tell the other side who asks: ours to set. */
export const ADDRESS_HEADERS = ['cf-connecting-ip', 'x-real-ip', 'forwarded', 'x-forwarded-for'];
/** Those, and headers that belong to one connection. */
const OWN_HEADERS = [
  ...ADDRESS_HEADERS,
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-authorization',
  'te',
  'trailer',
  'expect',
  'content-length',
];

/** Headers that may go on: not those of one connection, and nothing that a client claims about its address. */
export function forwardable(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !OWN_HEADERS.includes(name)) kept[name] = value;
  }
  return kept;
}
