import { SERVER_FEATURES, type ServerDescription } from '@rastro/fleet';
import type { Ask } from './foreign-calls.ts';
import { isTooOld, readVersion, UnsupportedServerError } from './server-version.ts';

type Answer = Awaited<ReturnType<Ask>>;
/** A server, or a proxy before it, that is in trouble says nothing about what it is. */
const TROUBLE = 500;
const TOO_MANY = 429;

/**
 * Finds out what an external server is: another node of ours asks who is calling at an address where a Traccar has
 * nothing.
 * @param at Address for messages.
 * @throws UnsupportedServerError when it is too old, or no tracking server.
 * @throws when it cannot be reached.
 */
export async function describeServer(ask: Ask, at: string): Promise<ServerDescription> {
  const accept = { accept: 'application/json' };
  const record = await readRecord(await ask('GET', '/api/server', accept, null), at);
  const shares = await ask('GET', '/api/shares', {}, null);
  await shares.body.dump();
  const isOurs = shares.statusCode === 401;
  const version = typeof record['version'] === 'string' ? record['version'] : null;
  const read = readVersion(version);
  if (!isOurs && read && isTooOld(read))
    throw new UnsupportedServerError(`The tracking server at ${at} is a Traccar ${version}`);
  return {
    kind: isOurs ? 'rastro' : 'traccar',
    version,
    features: new Set(isOurs ? SERVER_FEATURES : []),
  };
}

async function readRecord(
  { statusCode, body }: Answer,
  at: string,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await body.text();
  if (statusCode >= TROUBLE || statusCode === TOO_MANY)
    throw new Error(`Cannot read /api/server: the tracking server ${at} answered ${statusCode}`);
  if (statusCode !== 200)
    throw new UnsupportedServerError(`${at} is no tracking server: it answers ${statusCode} at /api/server`);
  const record: Readonly<Record<string, unknown>> = Object(parsed(text));
  const { attributes } = record;
  if (typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes)) return record;
  throw new UnsupportedServerError(
    `${at} is no tracking server: at /api/server it answers something else than its settings`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // No JSON: no record.
  }
}
