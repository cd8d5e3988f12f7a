import type { PublicScreen } from './screen.ts';

/**
 * Screens before the login.
 * @source docs/reference/requirements.md SPEC §2: the login pages and /maintenance are public.
 */
export const PUBLIC_SCREENS: readonly PublicScreen[] = [
  { path: '/login', opens: 'signedOut', title: 'login:title', load: null },
  { path: '/motorista', opens: 'signedOut', title: 'login:driver', load: null },
  {
    path: '/share/:token?',
    opens: 'anybody',
    title: 'login:shareTitle',
    load: async () => (await import('../../areas/login/share-screen.tsx')).ShareScreen,
  },
  {
    path: '/register',
    opens: 'signedOut',
    title: 'login:register.title',
    load: async () => (await import('../../areas/login/register-screen.tsx')).RegisterScreen,
  },
  {
    path: '/login/forgot',
    opens: 'signedOut',
    title: 'login:recover.askTitle',
    load: async () => (await import('../../areas/login/forgot-screen.tsx')).ForgotScreen,
  },
  {
    path: '/login/recover/:token?',
    opens: 'anybody',
    title: 'login:recover.title',
    load: async () => (await import('../../areas/login/recover-screen.tsx')).RecoverScreen,
  },
  {
    // Whoever has the link sees it; it asks for no session, and its figures come by the link alone.
    path: '/overview/wall/:token',
    opens: 'always',
    title: 'wall:title',
    load: async () => (await import('../../areas/overview/wall/wall-screen.tsx')).WallScreen,
  },
  {
    // The customer of an order has a link, and no session.
    path: '/arrival/:token',
    opens: 'always',
    title: 'arrival:title',
    load: async () => (await import('../../areas/arrival/arrival-screen.tsx')).ArrivalScreen,
  },
  {
    path: '/maintenance',
    opens: 'always',
    title: 'common:maintenance.title',
    load: async () => (await import('../maintenance-screen.tsx')).MaintenanceScreen,
  },
];
