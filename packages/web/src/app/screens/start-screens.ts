import type { Screen } from './screen.ts';

export const START_SCREENS: readonly Screen[] = [
  {
    path: '/help/:topic?',
    requires: 'nothing',
    guests: true,
    title: 'help:title',
    help: 'help',
    load: async () => (await import('../help/help-screen.tsx')).HelpScreen,
  },
  {
    path: '/home',
    requires: 'nothing',
    guests: true,
    title: 'shell:mapTitle',
    help: 'map',
    helpRequires: 'devices.view',
    letter: 'm',
    load: null,
  },
  {
    path: '/account',
    requires: 'nothing',
    title: 'shell:user.account',
    help: 'account',
    menu: { group: 'account', order: 1, icon: 'UserRound' },
    settings: [
      { name: 'password', at: '/account?tab=profile', icon: 'KeyRound' },
      { name: 'display', at: '/account?tab=profile', icon: 'Languages' },
      { name: 'twoFactor', at: '/account?tab=security', icon: 'ShieldCheck' },
      { name: 'sessions', at: '/account?tab=keys', icon: 'LogIn' },
      { name: 'ownData', at: '/account?tab=data', icon: 'DatabaseBackup' },
    ],
    load: async () => (await import('../../areas/account/account-panel.tsx')).AccountPanel,
  },
];
