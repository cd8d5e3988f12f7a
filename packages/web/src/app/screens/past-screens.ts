import type { Screen } from './screen.ts';

export const PAST_SCREENS: readonly Screen[] = [
  {
    path: '/history',
    requires: 'reports.view',
    title: 'shell:menu.history',
    help: 'history',
    menu: { group: 'side', order: 4, icon: 'History' },
    letter: 'h',
    load: async () => (await import('../../areas/history/history-screen.tsx')).HistoryScreen,
  },
  {
    path: '/reports',
    requires: 'reports.view',
    title: 'shell:menu.reports',
    help: 'reports',
    menu: { group: 'side', order: 5, icon: 'ClipboardList' },
    letter: 'r',
    load: async () => (await import('../../areas/reports/report-menu.tsx')).ReportMenu,
  },
  {
    path: '/reports/:report',
    requires: 'reports.view',
    title: 'shell:menu.reports',
    help: 'reports',
    load: async () => (await import('../../areas/reports/report-screen.tsx')).ReportScreen,
  },
  {
    path: '/reports/saved',
    requires: 'reports.view',
    title: 'savedreports:title',
    help: 'saved-reports',
    settings: [{ name: 'saved', icon: 'Save' }],
    load: async () => (await import('../../areas/reports/saved/saved-list-panel.tsx')).SavedReportsPanel,
  },
  {
    path: '/reports/saved/:savedId',
    requires: 'reports.view',
    title: 'savedreports:one',
    help: 'saved-reports',
    load: async () => (await import('../../areas/reports/saved/saved-panel.tsx')).SavedReportPanel,
  },
  {
    path: '/events',
    requires: 'events.view',
    title: 'shell:menu.events',
    help: 'events',
    menu: { group: 'side', order: 9, icon: 'Bell' },
    letter: 'e',
    likely: true,
    load: async () => (await import('../../areas/events/events-panel.tsx')).EventsPanel,
  },
];
