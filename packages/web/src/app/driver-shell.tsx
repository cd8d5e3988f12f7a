import { isQrDriver } from '@rastro/fleet';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { DriverFrame } from '../areas/qr-driver/driver-frame.tsx';
import { createQueryClient } from '../kernel/queries/query-client.ts';
import { loginPath } from '../kernel/session/guard.ts';
import { useSessionReconnect } from '../kernel/session/use-session-reconnect.ts';
import { useServices, useSessionState } from '../kernel/services.tsx';
import '../ui/shell-styles.ts';
import { SignInAgain } from './shell/sign-in-again.tsx';
import { HelpButton } from './help/help-button.tsx';
import { LeadHome } from './shell/lead-home.tsx';

/** Screens behind the driver's login. Other users are led home with a notice. */
export function DriverShell() {
  const state = useSessionState();
  const { session } = useServices();
  const [queryClient] = useState(() => createQueryClient(session));
  useSessionReconnect();
  if (state.kind !== 'signedIn') return <Leave isEnded={state.kind === 'signedOut' && state.ended} />;
  if (!isQrDriver(state.user, state.branding.brand)) return <LeadHome reason="forbidden" />;
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={null}>
        <DriverFrame tools={<HelpButton only="driving" />} />
        <SignInAgain />
      </Suspense>
    </QueryClientProvider>
  );
}

/** The way out, decided once: the login asks for the session again while this screen still stands. */
function Leave({ isEnded }: { readonly isEnded: boolean }) {
  const { pathname } = useLocation();
  const [path] = useState(() => (isEnded ? loginPath(pathname) : '/motorista'));
  return <Navigate to={path} replace />;
}
