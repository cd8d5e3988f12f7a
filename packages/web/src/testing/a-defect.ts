import type { Defect } from '@rastro/fleet/inspections';

/** A defect that a driver has found, for tests. */
export const DEFECT: Defect = {
  id: 5,
  version: 1,
  ownerId: 1,
  deviceId: 7,
  deviceName: 'Truck 7',
  inspectionId: 3,
  checklistId: 4,
  checklistName: 'Daily',
  itemId: 1,
  itemText: 'Brakes work?',
  severity: 'unsafe',
  isBlocking: true,
  note: 'pedal goes down',
  foundAt: '2026-05-04T12:00:00.000Z',
  foundBy: 'Davi',
  state: 'open',
  deferredUntil: null,
  release: null,
  steps: [],
};
