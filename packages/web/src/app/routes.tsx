import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { LoginScreen } from '../areas/login/login-screen.tsx';
import { lateScreen } from '../ui/late-part.tsx';
import { PageFailure } from './page-failure.tsx';
import { PageLoading } from './page-loading.tsx';
import { HomeStart } from './first-hours/home-start.tsx';
import { anybody, publicOnly, signedInOnly } from './route-loaders.ts';
import { DRIVER_SCREENS } from './screens/driver-screens.ts';
import { PUBLIC_SCREENS } from './screens/public-screens.ts';
import { SCREENS } from './screens/registry.ts';
import type { DriverScreen, PublicScreen, Screen } from './screens/screen.ts';
import { TitledScreens } from './screens/titled-screens.tsx';
import { LeadHome } from './shell/lead-home.tsx';
import type { Session } from '../kernel/session/session.ts';

/** Screens that come with the first file, by path; everything else comes when needed. */
const FIRST: Readonly<Record<string, ComponentType>> = {
  '/login': LoginScreen,
  '/motorista': LoginScreen,
  '/home': HomeStart,
};

/** Routes of all screens (`screens/registry.ts`). Each has its screen as handle, for the guard, help and titles. */
export function routes(session: Session): RouteObject[] {
  const behindLogin = { loader: signedInOnly(session), shouldRevalidate: () => false };
  return [
    {
      Component: TitledScreens,
      ErrorBoundary: PageFailure,
      HydrateFallback: PageLoading,
      children: [
        ...PUBLIC_SCREENS.map((screen) => publicRoute(screen, session)),
        {
          ...behindLogin,
          lazy: async () => ({ Component: (await import('./driver-shell.tsx')).DriverShell }),
          children: DRIVER_SCREENS.map(innerRoute),
        },
        {
          ...behindLogin,
          lazy: async () => ({ Component: (await import('./shell/shell.tsx')).Shell }),
          children: SCREENS.map(innerRoute),
        },
        { path: '*', element: <LeadHome reason="unknown" /> },
      ],
    },
  ];
}

function innerRoute(screen: Screen | DriverScreen): RouteObject {
  const { path, load } = screen;
  return { path, handle: screen, ...(load === null ? { Component: FIRST[path] ?? null } : lateScreen(load)) };
}

function publicRoute(screen: PublicScreen, session: Session): RouteObject {
  const { path, opens, load } = screen;
  const loaders = { signedOut: publicOnly(session), anybody: anybody(session), always: null };
  const loader = loaders[opens];
  return {
    path,
    handle: screen,
    ...(loader !== null && { loader }),
    ...(load === null
      ? { Component: FIRST[path] ?? null }
      : { lazy: async () => ({ Component: await load() }) }),
  };
}
