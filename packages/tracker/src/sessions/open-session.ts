import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredCredential } from '@rastro/storage';
import { SESSION_COOKIE } from '../access/authenticate.ts';
import type { UserEntity } from '../directory/directory.ts';
import type { ApiContext } from '../api/context.ts';

const SESSION_LIFE_MS = 30 * 86_400_000;

/** Signs a browser in: a new session and its cookie. */
export async function openSession(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserEntity,
  how: { readonly actorId?: number | null; readonly parent?: StoredCredential | null },
): Promise<void> {
  const issued = await context.credentials.issue({
    purpose: 'session',
    userId: user.id,
    lifeMs: SESSION_LIFE_MS,
    origin: request.headers.origin ?? null,
    actorId: how.actorId ?? null,
    parent: how.parent ?? null,
  });
  reply.header('set-cookie', cookie(issued.secret, context));
}

/** The session cookie; an empty value ends it. */
export function cookie(value: string, { secureCookies }: ApiContext, ...extra: string[]): string {
  const secure = secureCookies ? ['Secure'] : [];
  return [`${SESSION_COOKIE}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...secure, ...extra].join('; ');
}
