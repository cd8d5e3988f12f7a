import { isShared } from '@rastro/fleet';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFleetList } from '../../kernel/fleet/fleet-context.tsx';
import { useSignedIn } from '../../kernel/services.tsx';

/** Opens the vehicle of a guest who has only one. Does it once, so that they can close its card. */
export function GuestStart() {
  return isShared(useSignedIn().user) ? <OpenOnly /> : null;
}

function OpenOnly() {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  // Who was led home is to read why.
  const isHome = pathname === '/home' && state === null;
  const { loaded, ids, counts } = useFleetList();
  const isDone = useRef(false);
  const only = loaded && counts.total === 1 ? ids[0] : undefined;
  useEffect(() => {
    if (isDone.current || only === undefined) return;
    isDone.current = true;
    if (isHome) void navigate(`/devices/${only}`, { replace: true });
  }, [only, isHome, navigate]);
  return null;
}
