import type { DriverScreen } from './screen.ts';

export const DRIVER_SCREENS: readonly DriverScreen[] = [
  {
    path: '/qr-driver',
    title: 'qrdriver:current',
    help: 'driving',
    offline: true,
    load: async () => (await import('../../areas/qr-driver/drive-screen.tsx')).DriveScreen,
  },
  {
    path: '/qr-driver/scan/:id?',
    title: 'qrdriver:scanTitle',
    help: 'driving',
    offline: true,
    load: async () => (await import('../../areas/qr-driver/scan-screen.tsx')).ScanScreen,
  },
  {
    path: '/qr-driver/inspection',
    title: 'inspections:driver.title',
    help: 'driving',
    offline: true,
    load: async () =>
      (await import('../../areas/qr-driver/inspections/inspection-screen.tsx')).InspectionScreen,
  },
  {
    path: '/qr-driver/score',
    title: 'qrdriver:ownScoreTitle',
    help: 'driving',
    load: async () => (await import('../../areas/qr-driver/score-screen.tsx')).ScoreScreen,
  },
  {
    path: '/qr-driver/hours',
    title: 'qrdriver:ownHours',
    help: 'driving',
    load: async () => (await import('../../areas/hours/own-hours-screen.tsx')).OwnHoursScreen,
  },
];
