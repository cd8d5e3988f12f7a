import { SERVER_FEATURES, type ServerDescription } from '@rastro/fleet';
import type { Ask } from './foreign-calls.ts';

type GetJson = <T>(path: string, headers: Record<string, string>) => Promise<T | null>;

/**
 * Finds out what an external server is: another node of ours asks who is calling at an address where a Traccar has
 * nothing. @throws when it cannot be reached.
 */
export async function describeServer(ask: Ask, getJson: GetJson): Promise<ServerDescription> {
  const [server, shares] = await Promise.all([
    getJson<{ readonly version?: unknown }>('/api/server', {}),
    ask('GET', '/api/shares', {}, null),
  ]);
  await shares.body.dump();
  const isOurs = shares.statusCode === 401;
  return {
    kind: isOurs ? 'rastro' : 'traccar',
    version: typeof server?.version === 'string' ? server.version : null,
    features: new Set(isOurs ? SERVER_FEATURES : []),
  };
}
