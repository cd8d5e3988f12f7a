import { fail, ok, type Result } from '@rastro/base';

/** Another server that gets a copy of every stored position. */
export type ForwardTarget =
  | { readonly kind: 'osmand' | 'json'; readonly url: URL }
  | { readonly kind: 'wialon'; readonly host: string; readonly port: number };

/**
 * Reads one target: `osmand:http://host:5055`, `json:https://host/path` or `wialon:host:20332`.
 * @returns what is wrong with the text, for the message that names the setting.
 */
export function parseForwardTarget(text: string): Result<ForwardTarget, string> {
  const colon = text.indexOf(':');
  const kind = text.slice(0, colon);
  const address = text.slice(colon + 1);
  if (kind === 'wialon') {
    const [host = '', port = ''] = address.split(':');
    const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
    if (host === '' || number < 1 || number > 65_535) return fail(`"${text}" is not wialon:host:port`);
    return ok({ kind, host, port: number });
  }
  if (kind !== 'osmand' && kind !== 'json')
    return fail(`"${text}" starts with none of osmand:, json:, wialon:`);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return fail(`"${address}" is not an http address`);
  return ok({ kind, url });
}

/** For logs and metrics: where to, without credentials or query. */
export const nameOf = (target: ForwardTarget): string =>
  target.kind === 'wialon'
    ? `wialon:${target.host}:${target.port}`
    : `${target.kind}:${target.url.host}${target.url.pathname}`;
