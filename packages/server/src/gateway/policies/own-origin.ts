import type { IncomingMessage } from 'node:http';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** Browsers say where a request comes from; another site has no business here. */
export function isOwnOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  publicUrl: string | null,
  /** As the browser names it. */
  host: string | undefined,
): boolean {
  if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== null && new URL(publicUrl).origin === origin);
}

export const ownOrigin: Policy = {
  check: ({ request }, { publicUrl }) =>
    isOwnOrigin(request.raw, publicUrl, request.host) ? null : gatewayErrors.foreignOrigin(),
};
