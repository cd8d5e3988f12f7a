import { isShared } from '@rastro/fleet';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFleetList } from '../../kernel/fleet/fleet-context.tsx';
import { useSignedIn } from '../../kernel/services.tsx';

/** Who comes home as a guest of one vehicle sees it at once; once, so that its card can be closed. */
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
