import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredCredential } from '@rastro/storage';
import { SESSION_COOKIE } from '../access/authenticate.ts';
import type { Credentials } from '../access/credentials.ts';
import { addressOf } from '../audit/client-address.ts';
import type { UserEntity } from '../directory/directory.ts';

const SESSION_LIFE_MS = 30 * 86_400_000;

/** Dependencies of signing in. */
export interface SessionDeps {
  readonly credentials: Credentials;
  /** Cookies get `Secure` when the public address is https. */
  readonly secureCookies: boolean;
}
interface Opening {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly user: UserEntity;
  /** User who acts in the name of the account; absent = its own user. */
  readonly actorId?: number | null;
  /** The token that it was opened with; it ends with it. */
  readonly parent?: StoredCredential | null;
  /** The session whose place it takes; it ends no later. */
  readonly instead?: StoredCredential | null;
}

/** Signs a browser in: a new session and its cookie. */
export async function openSession(
  deps: SessionDeps,
  { request, reply, user, actorId = null, parent = null, instead = null }: Opening,
): Promise<void> {
  const issued = await deps.credentials.issue({
    purpose: 'session',
    userId: user.id,
    lifeMs: SESSION_LIFE_MS,
    origin: request.headers.origin ?? null,
    from: openedFrom(request),
    actorId,
    parent,
    instead,
  });
  reply.header('set-cookie', cookie(issued.secret, deps));
}

/** From where a session or token is opened, as its owner will recognise it. */
export const openedFrom = (request: FastifyRequest) => ({
  address: addressOf(request),
  userAgent: request.headers['user-agent'] ?? null,
});

/** The session cookie; an empty value ends it. */
export function cookie(value: string, { secureCookies }: SessionDeps, ...extra: string[]): string {
  const secure = secureCookies ? ['Secure'] : [];
  return [`${SESSION_COOKIE}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...secure, ...extra].join('; ');
}
