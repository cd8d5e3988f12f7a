/** Emergency ids of EMG reports. @source docs/reference/protocols.md §suntech, "Emergency ids" */
const EMERGENCIES: ReadonlyMap<number, string> = new Map([
  [1, 'sos'],
  [2, 'parking'],
  [3, 'powerCut'],
  [5, 'door'],
  [6, 'door'],
  [7, 'movement'],
  [8, 'vibration'],
]);

/** Alert ids of ALT reports, legacy and universal. */
const ALERTS: ReadonlyMap<number, string> = new Map([
  [1, 'overspeed'],
  [5, 'geofenceExit'],
  [6, 'geofenceEnter'],
  [14, 'lowBattery'],
  [15, 'vibration'],
  [16, 'accident'],
  [40, 'powerRestored'],
  [41, 'powerCut'],
  [42, 'sos'],
  [46, 'hardAcceleration'],
  [47, 'hardBraking'],
  [50, 'jamming'],
  [132, 'door'],
]);

export const DRIVER_ALERT = 59;
export const emergencyAlarm = (id: number): string | null => EMERGENCIES.get(id) ?? null;
export const alertAlarm = (id: number): string | null => ALERTS.get(id) ?? null;
