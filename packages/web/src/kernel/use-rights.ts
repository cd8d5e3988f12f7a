import { decide, type Right } from '@rastro/fleet';
import { useCallback } from 'react';
import { useSignedIn } from './services.tsx';

export interface Rights {
  /** What the rights allow; the server decides again. */
  readonly may: (right: Right) => boolean;
  /** Nothing may be written, whatever the rights. */
  readonly isReadonly: boolean;
}

/** What the person may do here: decides what is shown, never what is possible. */
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
