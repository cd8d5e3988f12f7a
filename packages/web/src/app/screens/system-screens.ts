import type { Screen } from './screen.ts';

export const SYSTEM_SCREENS: readonly Screen[] = [
  {
    path: '/server',
    requires: 'administrator',
    title: 'shell:user.server',
    help: 'server',
    menu: { group: 'administration', order: 4, icon: 'ServerCog' },
    settings: [{ name: 'serverSettings', icon: 'Map' }],
    load: async () => (await import('../../areas/server/server-panel.tsx')).ServerPanel,
  },
  {
    path: '/server/health',
    requires: 'administrator',
    title: 'health:title',
    help: 'health',
    settings: [{ name: 'health', icon: 'HeartPulse' }],
    load: async () => (await import('../../areas/server/health-panel.tsx')).HealthPanel,
  },
  {
    path: '/logs',
    requires: 'administrator',
    tier: 'plus',
    title: 'shell:user.logs',
    help: 'logs',
    menu: { group: 'administration', order: 5, icon: 'ScrollText' },
    load: async () => (await import('../../areas/logs/logs-panel.tsx')).LogsPanel,
  },
  {
    path: '/devices/:deviceId/traffic',
    feature: 'traffic',
    requires: 'administrator',
    title: 'traffic:title',
    help: 'traffic',
    load: async () => (await import('../../areas/traffic/traffic-panel.tsx')).TrafficPanel,
  },
];
