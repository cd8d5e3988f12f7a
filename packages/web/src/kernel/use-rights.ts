import { decide, type Right, type User } from '@rastro/fleet';
import { useCallback } from 'react';
import { useSignedIn } from './services.tsx';

export interface Rights {
  /** Whether the user has a right; the server checks it again. */
  readonly may: (right: Right) => boolean;
  /** Nothing may be written, whatever the rights. */
  readonly isReadonly: boolean;
}

/**
 * Whether a user has, or may have, users of their own.
 * @source docs/reference/requirements.md SPEC §5 "The users list is loaded only if"
 */
export const mayHaveUsers = ({
  administrator,
  userLimit,
}: Pick<User, 'administrator' | 'userLimit'>): boolean => administrator || userLimit === -1 || userLimit > 0;

/** Rights of the user here: they decide only what is shown; the server enforces them. */
export function useRights(): Rights {
  const { user, server, branding } = useSignedIn();
  const { plus } = server;
  const serverAttributes = server.server.attributes;
  const may = useCallback(
    (right: Right) => decide(user, right, { brand: branding.brand, plus, serverAttributes }).allowed,
    [user, branding.brand, plus, serverAttributes],
  );
  return { may, isReadonly: !user.administrator && (user.readonly || server.server.readonly) };
}
