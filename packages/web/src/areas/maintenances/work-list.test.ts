import type { MaintenanceDue } from '@rastro/fleet';
import { dateIn } from '@rastro/fleet/billing';
import { expect, test } from 'vitest';
import { DEFECT } from '../../testing/a-defect.ts';
import { vehicleOf, workItems, workList } from './work-list.ts';

const due = (more: Partial<MaintenanceDue>): MaintenanceDue => ({
  maintenanceId: 1,
  deviceId: 7,
  deviceName: 'Truck 7',
  state: 'ahead',
  value: 8_000_000,
  due: 10_000_000,
  perDay: 100_000,
  dueTime: '2027-03-05T12:00:00.000+00:00',
  lastTime: null,
  ...more,
});
const NOW = Date.parse('2027-03-01T12:00:00Z');
test('[WEBMNT-400] the work list has what is overdue or due in so many days, found and in any order', () => {
  const inDays = (days: number, more: Partial<MaintenanceDue> = {}): MaintenanceDue =>
    due({ dueTime: new Date(NOW + days * 86_400_000).toISOString(), ...more });
  const dues = [
    due({ deviceName: 'Old', state: 'overdue', dueTime: null }),
    inDays(5, { deviceName: 'Bus 10' }),
    inDays(20, { deviceName: 'Bus 9', maintenanceId: 2 }),
    inDays(80, { deviceName: 'Car' }),
    due({ deviceName: 'Parked', state: 'soon', dueTime: null }),
    due({ deviceName: 'Silent', state: 'unknown', dueTime: null, value: null }),
    due({ deviceName: 'Ready', state: 'done', dueTime: null }),
  ];
  const names = (question: Partial<Parameters<typeof workList>[1]>): readonly string[] =>
    workList(workItems(dues, [], '2026-11-01'), {
      kind: 'all',
      window: 'all',
      text: '',
      sort: 'due',
      isDown: false,
      members: null,
      now: NOW,
      nameOf: (item) => (item.kind === 'service' && item.due.maintenanceId === 2 ? 'Belt' : 'Oil'),
      ...question,
    }).map((item) => vehicleOf(item).deviceName);
  expect(names({ window: 'overdue' })).toEqual(['Old']);
  expect(names({ window: 'd7' })).toEqual(['Old', 'Bus 10', 'Parked']);
  expect(names({ window: 'd30' })).toEqual(['Old', 'Bus 10', 'Bus 9', 'Parked']);
  expect(names({ window: 'd90' })).toEqual(['Old', 'Bus 10', 'Bus 9', 'Car', 'Parked']);
  expect(names({})).toHaveLength(7);
  expect(names({ text: 'belt' })).toEqual(['Bus 9']);
  expect(names({ text: 'bus', sort: 'vehicle' })).toEqual(['Bus 9', 'Bus 10']);
  expect(names({ text: 'bus', sort: 'maintenance', isDown: true })).toEqual(['Bus 10', 'Bus 9']);
});

test('[WEBMNT-402] open defects are work: due at once, or on the day to which they were deferred, the gravest first', () => {
  const day = (days: number) => dateIn('UTC', NOW + days * 86_400_000);
  const items = workItems(
    [
      due({ deviceName: 'Old', state: 'overdue', dueTime: null }),
      due({ deviceName: 'Soon', dueTime: new Date(NOW + 5 * 86_400_000).toISOString() }),
      due({ deviceName: 'Silent', state: 'unknown', dueTime: null, value: null }),
    ],
    [
      { ...DEFECT, id: 1, deviceName: 'Minor', severity: 'minor' },
      { ...DEFECT, id: 2, deviceName: 'Unsafe' },
      { ...DEFECT, id: 3, deviceName: 'Later', state: 'deferred', deferredUntil: day(10) },
      { ...DEFECT, id: 4, deviceName: 'Signed', state: 'repaired' },
      { ...DEFECT, id: 5, deviceName: 'Over', state: 'confirmed' },
    ],
    day(0),
  );
  const names = (
    window: 'overdue' | 'd7' | 'd30' | 'all',
    kind: 'all' | 'services' | 'defects' = 'all',
  ): readonly string[] =>
    workList(items, {
      kind,
      window,
      text: '',
      sort: 'due',
      isDown: false,
      members: null,
      now: NOW,
      nameOf: () => '',
    }).map((item) => vehicleOf(item).deviceName);
  expect(names('overdue')).toEqual(['Unsafe', 'Minor', 'Old']);
  expect(names('d7')).toEqual(['Unsafe', 'Minor', 'Old', 'Soon', 'Signed']);
  expect(names('d30')).toEqual(['Unsafe', 'Minor', 'Old', 'Soon', 'Later', 'Signed']);
  expect(names('all')).toEqual(['Unsafe', 'Minor', 'Old', 'Soon', 'Later', 'Signed', 'Silent']);
  expect(names('overdue', 'defects')).toEqual(['Unsafe', 'Minor']);
  expect(names('overdue', 'services')).toEqual(['Old']);
});
