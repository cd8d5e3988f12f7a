import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { loginPath } from '../../kernel/session/guard.ts';
import type { SessionState } from '../../kernel/session/session.ts';
import { SessionOver } from './expiry-countdown.tsx';

/**
 * The way out, decided once: the login asks for the session again while this screen still stands. A guest whose share
 * was ended is told so first: the login is nothing that he knows.
 */
export function Leave({ state }: { readonly state: SessionState }) {
  const { pathname, search } = useLocation();
  const [isEnded] = useState(state.kind === 'signedOut' && state.ended);
  const [showsNotice, setShowsNotice] = useState(
    isEnded && state.kind === 'signedOut' && state.wasGuest === true,
  );
  const [path] = useState(() => (isEnded && !showsNotice ? loginPath(`${pathname}${search}`) : '/login'));
  if (showsNotice) return <SessionOver onLeave={() => setShowsNotice(false)} />;
  return <Navigate to={path} replace />;
}
