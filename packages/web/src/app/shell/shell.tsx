import { QueryClientProvider } from '@tanstack/react-query';
import { isShared } from '@rastro/fleet';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useSearchParams } from 'react-router';
import { FilterNotice } from '../../areas/devices/filters/filter-notice.tsx';
import '../../ui/shell-styles.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { Anchors } from '../anchors.tsx';
import { DeviceSelectionProvider } from '../../kernel/fleet/device-selection.tsx';
import { openFleet } from '../../kernel/map/entry-points.ts';
import { FleetProvider, useConnection } from '../../kernel/fleet/fleet-context.tsx';
import { useRightsNews } from '../../kernel/fleet/use-rights-news.ts';
import { mayStoreFleetOf } from '../../kernel/session/offline-session.ts';
import { startOver } from '../../kernel/session/start-over.ts';
import { MapDrawingProvider } from '../../kernel/map/map-drawing.tsx';
import { MapClaimProvider } from '../../kernel/map/map-claim.tsx';
import { MapFocusProvider } from '../../kernel/map/map-focus.tsx';
import { MapSlot } from '../map-slot.tsx';
import { POSITION_PARAM } from '../../areas/events/event-path.ts';
import { useOpenPath } from '../../areas/push/use-open-path.ts';
import { createQueryClient } from '../../kernel/queries/query-client.ts';
import { useServices, useSessionState } from '../../kernel/services.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { AllowedScreen } from './allowed-screen.tsx';
import { GuestStart } from './guest-start.tsx';
import { Header } from './header.tsx';
import { useLikelyScreens } from './likely-screens.ts';
import { HomeNotice } from './home-notice.tsx';
import { Leave } from './leave.tsx';
import { LastKnownNotice } from './last-known-notice.tsx';
import { latePart } from '../../ui/late-part.tsx';
import styles from './shell.module.css';
import { SignInAgain } from './sign-in-again.tsx';
import { NextScreenWaiting, ScreenWaiting } from './screen-waiting.tsx';
import { SideMenu } from './side-menu.tsx';
import { visibleMenu } from '../screens/menu-entries.ts';

const EventPlace = latePart(
  'nothing',
  async () => (await import('../../areas/events/event-place.tsx')).EventPlace,
);
const EventToasts = latePart(
  'nothing',
  async () => (await import('../../areas/events/event-toasts.tsx')).EventToasts,
);

/** Everything behind the login: header, menu, the map, and one panel over it. */
export function Shell() {
  const state = useSessionState();
  const { session } = useServices();
  const [queryClient] = useState(() => createQueryClient(session));
  const brand = state.kind === 'signedIn' ? state.branding.brand : '';
  const offlineUserId = state.kind === 'signedIn' && mayStoreFleetOf(state) ? state.user.id : null;
  // How the page began; that the server has answered since opens no other fleet.
  const [startsOffline] = useState(state.kind === 'signedIn' && state.isOffline === true);
  const open = useCallback(
    () => openFleet({ basePath: '', brand, offlineUserId, startsOffline }),
    [brand, offlineUserId, startsOffline],
  );

  if (state.kind !== 'signedIn') return <Leave state={state} />;
  return (
    <QueryClientProvider client={queryClient}>
      <FleetProvider open={open}>
        <MapFocusProvider>
          <MapDrawingProvider>
            <MapClaimProvider>
              <DeviceSelectionProvider>
                <Frame />
              </DeviceSelectionProvider>
            </MapClaimProvider>
          </MapDrawingProvider>
        </MapFocusProvider>
      </FleetProvider>
    </QueryClientProvider>
  );
}

function Frame() {
  const { t } = useTranslation('shell');
  const state = useSessionState();
  const { session, preferences } = useServices();
  useOpenPath();
  useRightsNews();
  useLikelyScreens();
  const isPhone = useIsPhone();
  const { state: connection } = useConnection();
  const [search] = useSearchParams();
  const [menuOpen, setMenuOpen] = useState(() => !isPhone && preferences.read('navOpen') === 'true');
  const entries = state.kind === 'signedIn' ? visibleMenu(state) : [];

  useEffect(() => {
    if (connection === 'signedOut') session.expire();
  }, [connection, session]);

  const toggleMenu = (): void => {
    if (!isPhone) preferences.write('navOpen', String(!menuOpen));
    setMenuOpen(!menuOpen);
  };

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#screen">
        {t('shell:skip')}
      </a>
      {state.kind === 'signedIn' && !isShared(state.user) && (
        <Suspense fallback={null}>
          <ImpersonationBanner onDone={startOver} />
        </Suspense>
      )}
      <Header menu={entries.length > 0 ? { open: menuOpen, onToggle: toggleMenu } : null} />
      <LastKnownNotice />
      <div className={styles.below}>
        {entries.length > 0 && (
          <SideMenu entries={entries} open={menuOpen} overlay={isPhone} onClose={() => setMenuOpen(false)} />
        )}
        <main id="screen" className={styles.screen} tabIndex={-1}>
          <Anchors />
          <FilterNotice />
          <HomeNotice />
          <GuestStart />
          {search.has(POSITION_PARAM) && <EventPlace />}
          <Suspense fallback={<ScreenWaiting />}>
            <AllowedScreen>
              <Outlet />
            </AllowedScreen>
          </Suspense>
          <NextScreenWaiting />
          {/* Beneath everything by its layer, and after it for the keyboard. */}
          <MapSlot />
        </main>
      </div>
      <EventToasts />
      <SignInAgain />
    </div>
  );
}
