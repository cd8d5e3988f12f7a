import type { IncomingMessage } from 'node:http';

/** The host that the browser asked for: the operator's own proxy, the last one, says it; without one the browser does. */
export const hostOf =
  (trustsProxy: boolean) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined => {
    const forwardedHost = trustsProxy ? [headers['x-forwarded-host'] ?? []].flat().at(-1) : undefined;
    return forwardedHost?.split(',').at(-1)?.trim() ?? headers.host;
  };
