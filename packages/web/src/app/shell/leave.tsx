import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { loginPath } from '../../kernel/session/guard.ts';
import type { SessionState } from '../../kernel/session/session.ts';
import { SessionOver } from './expiry-countdown.tsx';

/**
 * Leaves for the login, which is decided once: the login requests the session again while this screen is still there. A
 * guest whose share ended gets a notice first, because they have no login.
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
