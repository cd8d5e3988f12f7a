import type { RouteObject } from 'react-router';
import { LoginScreen } from '../areas/login/login-screen.tsx';
import { lateScreen } from '../ui/late-part.tsx';
import { PageFailure } from './page-failure.tsx';
import { PageLoading } from './page-loading.tsx';
import { HomeStart } from './first-hours/home-start.tsx';
import type { Helped, HelpTopic } from './help/help-topics.ts';
import type { ScreenHandle, ScreenRequirement } from './screens/may-open.ts';
import { anybody, publicOnly, signedInOnly } from './route-loaders.ts';
import { LeadHome } from './shell/lead-home.tsx';
import type { Session } from '../kernel/session/session.ts';

/**
 * Every screen and what it needs, in one list. The login comes with the first file; everything else when needed.
 * Public: the login pages and /maintenance (SPEC §2).
 */
export function routes(session: Session): RouteObject[] {
  return [
    {
      ErrorBoundary: PageFailure,
      HydrateFallback: PageLoading,
      children: [
        ...publicScreens(session),
        driverScreens(session),
        {
          loader: signedInOnly(session),
          shouldRevalidate: () => false,
          lazy: async () => ({ Component: (await import('./shell/shell.tsx')).Shell }),
          children: [
            { path: '/home', handle: HOME, element: <HomeStart /> },
            ...VEHICLE_SCREENS,
            ...OTHER_SCREENS,
          ],
        },
        { path: '*', element: <LeadHome reason="unknown" /> },
      ],
    },
  ];
}

/**
 * Requirement that must hold while the screen is open (`AllowedScreen`), and its help page; also for Plus and guests.
 */
const requires = (what: ScreenRequirement, help: HelpTopic): ScreenHandle & Helped => ({
  requires: what,
  help,
});
const requiresPlus = (what: ScreenRequirement, help: HelpTopic) => ({
  ...requires(what, help),
  plus: true as const,
});
const alsoGuests = (what: ScreenRequirement, help: HelpTopic) => ({
  ...requires(what, help),
  guests: true as const,
});

const HOME: Helped = { help: 'map' };
const DRIVING: Helped = { help: 'driving' };

/** Vehicles, one and many. */
const VEHICLE_SCREENS: readonly RouteObject[] = [
  {
    path: '/devices',
    handle: alsoGuests('devices.view', 'devices'),
    ...lateScreen(async () => (await import('./device-list-screen.tsx')).DeviceListScreen),
  },
  {
    path: '/nearest',
    handle: requires('devices.view', 'nearest'),
    ...lateScreen(async () => (await import('../areas/devices/nearest/nearest-panel.tsx')).NearestPanel),
  },
  {
    path: '/devices/new',
    handle: requires('devices.create', 'device-form'),
    ...lateScreen(async () => (await import('../areas/devices/form/device-form-panel.tsx')).DeviceFormPanel),
  },
  {
    path: '/devices/import',
    handle: requires('devices.create', 'device-import'),
    ...lateScreen(async () => (await import('../areas/devices/importing/import-panel.tsx')).ImportPanel),
  },
  {
    path: '/autolink/:id?',
    handle: requires('devices.create', 'autolink'),
    ...lateScreen(async () => (await import('../areas/autolink/autolink-panel.tsx')).AutolinkPanel),
  },
  {
    path: '/devices/bulk',
    handle: requires('devices.view', 'devices'),
    ...lateScreen(async () => (await import('../areas/devices/bulk/bulk-panel.tsx')).BulkPanel),
  },
  {
    path: '/devices/command',
    handle: requires('devices.sendCommand', 'many-commands'),
    ...lateScreen(async () => (await import('./many-commands/many-commands-panel.tsx')).ManyCommandsPanel),
  },
  {
    path: '/split',
    handle: alsoGuests('devices.view', 'split'),
    ...lateScreen(async () => (await import('./split/split-screen.tsx')).SplitScreen),
  },
  {
    path: '/devices/:deviceId/edit',
    handle: requires('devices.edit', 'device-form'),
    ...lateScreen(async () => (await import('../areas/devices/form/device-form-panel.tsx')).DeviceFormPanel),
  },
  {
    path: '/devices/:deviceId/connect',
    handle: requires('devices.create', 'connect'),
    ...lateScreen(async () => (await import('../areas/devices/connect/connect-panel.tsx')).ConnectPanel),
  },
  {
    path: '/devices/:deviceId',
    handle: alsoGuests('devices.view', 'device'),
    ...lateScreen(async () => (await import('./device-screen.tsx')).DeviceScreen),
  },
  {
    path: '/devices/:deviceId/traffic',
    handle: requires('administrator', 'traffic'),
    ...lateScreen(async () => (await import('../areas/traffic/traffic-panel.tsx')).TrafficPanel),
  },
];

/** Screens other than those of vehicles, each in its area. */
const OTHER_SCREENS: readonly RouteObject[] = [
  {
    path: '/geofence',
    handle: requires('geofences.view', 'geofences'),
    ...lateScreen(async () => (await import('../areas/geofences/fence-list-panel.tsx')).FenceListPanel),
  },
  {
    path: '/geofence/:fenceId',
    handle: requires('geofences.view', 'geofences'),
    ...lateScreen(async () => (await import('../areas/geofences/fence-panel.tsx')).FencePanel),
  },
  {
    path: '/groups',
    handle: requires('groups.view', 'groups'),
    ...lateScreen(async () => (await import('../areas/groups/group-list-panel.tsx')).GroupListPanel),
  },
  {
    path: '/groups/:groupId',
    handle: requires('groups.view', 'groups'),
    ...lateScreen(async () => (await import('../areas/groups/group-panel.tsx')).GroupPanel),
  },
  {
    path: '/commands',
    handle: requires('commands.view', 'commands'),
    ...lateScreen(async () => (await import('../areas/commands/saved/saved-list-panel.tsx')).SavedListPanel),
  },
  {
    path: '/commands/:commandId',
    handle: requires('commands.view', 'commands'),
    ...lateScreen(async () => (await import('../areas/commands/saved/saved-panel.tsx')).SavedPanel),
  },
  {
    path: '/drivers',
    handle: requires('drivers.view', 'drivers'),
    ...lateScreen(async () => (await import('../areas/drivers/driver-list-panel.tsx')).DriverListPanel),
  },
  {
    path: '/drivers/check-ins',
    handle: requires('drivers.view', 'check-ins'),
    ...lateScreen(async () => (await import('../areas/drivers/check-ins-panel.tsx')).CheckInsPanel),
  },
  {
    path: '/drivers/:driverId',
    handle: requires('drivers.view', 'drivers'),
    ...lateScreen(async () => (await import('../areas/drivers/driver-panel.tsx')).DriverPanel),
  },
  {
    path: '/maintenances',
    handle: requires('maintenance.view', 'maintenances'),
    ...lateScreen(
      async () => (await import('../areas/maintenances/maintenance-list-panel.tsx')).MaintenanceListPanel,
    ),
  },
  {
    path: '/maintenances/due',
    handle: requires('maintenance.view', 'maintenances'),
    ...lateScreen(async () => (await import('../areas/maintenances/work-panel.tsx')).WorkPanel),
  },
  {
    path: '/maintenances/:maintenanceId',
    handle: requires('maintenance.view', 'maintenances'),
    ...lateScreen(async () => (await import('../areas/maintenances/maintenance-panel.tsx')).MaintenancePanel),
  },
  {
    path: '/calendars',
    handle: requires('calendars.view', 'calendars'),
    ...lateScreen(async () => (await import('../areas/calendars/calendar-list-panel.tsx')).CalendarListPanel),
  },
  {
    path: '/calendars/:calendarId',
    handle: requires('calendars.view', 'calendars'),
    ...lateScreen(async () => (await import('../areas/calendars/calendar-panel.tsx')).CalendarPanel),
  },
  {
    path: '/notifications',
    handle: requires('notifications.view', 'notifications'),
    ...lateScreen(async () => (await import('../areas/notifications/rule-list-panel.tsx')).RuleListPanel),
  },
  {
    path: '/notifications/deliveries',
    handle: requires('notifications.view', 'deliveries'),
    ...lateScreen(async () => (await import('../areas/notifications/deliveries-panel.tsx')).DeliveriesPanel),
  },
  {
    path: '/notifications/:ruleId',
    handle: requires('notifications.view', 'notifications'),
    ...lateScreen(async () => (await import('../areas/notifications/rule-panel.tsx')).RulePanel),
  },
  {
    path: '/computed',
    handle: requires('computed.view', 'computed'),
    ...lateScreen(async () => (await import('../areas/computed/computed-list-panel.tsx')).ComputedListPanel),
  },
  {
    path: '/computed/:computedId',
    handle: requires('computed.view', 'computed'),
    ...lateScreen(async () => (await import('../areas/computed/computed-panel.tsx')).ComputedPanel),
  },
  {
    path: '/events',
    handle: requires('events.view', 'events'),
    ...lateScreen(async () => (await import('../areas/events/events-panel.tsx')).EventsPanel),
  },
  {
    path: '/history',
    handle: requires('reports.view', 'history'),
    ...lateScreen(async () => (await import('../areas/history/history-screen.tsx')).HistoryScreen),
  },
  {
    path: '/reports',
    handle: requires('reports.view', 'reports'),
    ...lateScreen(async () => (await import('../areas/reports/report-menu.tsx')).ReportMenu),
  },
  {
    path: '/reports/saved',
    handle: requires('reports.view', 'saved-reports'),
    ...lateScreen(
      async () => (await import('../areas/reports/saved/saved-list-panel.tsx')).SavedReportsPanel,
    ),
  },
  {
    path: '/reports/saved/:savedId',
    handle: requires('reports.view', 'saved-reports'),
    ...lateScreen(async () => (await import('../areas/reports/saved/saved-panel.tsx')).SavedReportPanel),
  },
  {
    path: '/reports/:report',
    handle: requires('reports.view', 'reports'),
    ...lateScreen(async () => (await import('../areas/reports/report-screen.tsx')).ReportScreen),
  },
  {
    path: '/users',
    handle: requires('managers', 'users'),
    ...lateScreen(async () => (await import('../areas/users/user-list-panel.tsx')).UserListPanel),
  },
  {
    path: '/users/:userId',
    handle: requires('managers', 'users'),
    ...lateScreen(async () => (await import('../areas/users/user-panel.tsx')).UserPanel),
  },
  {
    path: '/server',
    handle: requires('administrator', 'server'),
    ...lateScreen(async () => (await import('../areas/server/server-panel.tsx')).ServerPanel),
  },
  {
    path: '/server/health',
    handle: requires('administrator', 'health'),
    ...lateScreen(async () => (await import('../areas/server/health-panel.tsx')).HealthPanel),
  },
  {
    path: '/logs',
    handle: requires('administratorOfPlus', 'logs'),
    ...lateScreen(async () => (await import('../areas/logs/logs-panel.tsx')).LogsPanel),
  },
  {
    path: '/viewings',
    handle: requires('managers', 'viewings'),
    ...lateScreen(async () => (await import('../areas/logs/access-log-panel.tsx')).AccessLogPanel),
  },
  {
    path: '/billing',
    handle: requires('issuers', 'billing'),
    ...lateScreen(async () => (await import('../areas/billing/billing-panel.tsx')).BillingPanel),
  },
  {
    path: '/invoices',
    handle: requires('billed', 'invoices'),
    ...lateScreen(async () => (await import('../areas/billing/invoices-panel.tsx')).InvoicesPanel),
  },
  {
    path: '/theme',
    handle: requires('brands', 'brand'),
    ...lateScreen(async () => (await import('../areas/theme/theme-panel.tsx')).ThemePanel),
  },
  {
    path: '/reseller',
    handle: requires('brands', 'customers'),
    ...lateScreen(async () => (await import('../areas/resellers/customers-panel.tsx')).CustomersPanel),
  },
  {
    path: '/stock',
    handle: requires('sellers', 'stock'),
    ...lateScreen(async () => (await import('../areas/stock/stock-panel.tsx')).StockPanel),
  },
  {
    path: '/integrations/:part?',
    handle: requires('issuers', 'integrations'),
    ...lateScreen(
      async () => (await import('../areas/integrations/integrations-panel.tsx')).IntegrationsPanel,
    ),
  },
  {
    path: '/shares',
    handle: requiresPlus('share.view', 'shares'),
    ...lateScreen(async () => (await import('../areas/shares/share-list-panel.tsx')).ShareListPanel),
  },
  {
    path: '/shares/:shareId',
    handle: requiresPlus('share.view', 'shares'),
    ...lateScreen(async () => (await import('../areas/shares/share-panel.tsx')).SharePanel),
  },
  {
    path: '/help/:topic?',
    handle: alsoGuests('nothing', 'help'),
    ...lateScreen(async () => (await import('./help/help-screen.tsx')).HelpScreen),
  },
  {
    path: '/account',
    handle: requires('nothing', 'account'),
    ...lateScreen(async () => (await import('../areas/account/account-panel.tsx')).AccountPanel),
  },
];

/** Of drivers who check in: without map and menu. */
const driverScreens = (session: Session): RouteObject => ({
  loader: signedInOnly(session),
  shouldRevalidate: () => false,
  lazy: async () => ({ Component: (await import('./driver-shell.tsx')).DriverShell }),
  children: [
    {
      path: '/qr-driver',
      handle: DRIVING,
      ...lateScreen(async () => (await import('../areas/qr-driver/drive-screen.tsx')).DriveScreen),
    },
    {
      path: '/qr-driver/scan/:id?',
      handle: DRIVING,
      ...lateScreen(async () => (await import('../areas/qr-driver/scan-screen.tsx')).ScanScreen),
    },
  ],
});

function publicScreens(session: Session): RouteObject[] {
  const loginScreen: RouteObject = {
    loader: publicOnly(session),
    Component: LoginScreen,
  };
  return [
    { path: '/login', ...loginScreen },
    { path: '/motorista', ...loginScreen },
    {
      path: '/share/:token?',
      loader: anybody(session),
      lazy: async () => ({ Component: (await import('../areas/login/share-screen.tsx')).ShareScreen }),
    },
    {
      path: '/register',
      loader: publicOnly(session),
      lazy: async () => ({
        Component: (await import('../areas/login/register-screen.tsx')).RegisterScreen,
      }),
    },
    {
      path: '/login/forgot',
      loader: publicOnly(session),
      lazy: async () => ({ Component: (await import('../areas/login/forgot-screen.tsx')).ForgotScreen }),
    },
    {
      path: '/login/recover/:token?',
      loader: anybody(session),
      lazy: async () => ({
        Component: (await import('../areas/login/recover-screen.tsx')).RecoverScreen,
      }),
    },
    {
      path: '/maintenance',
      lazy: async () => ({ Component: (await import('./maintenance-screen.tsx')).MaintenanceScreen }),
    },
  ];
}
