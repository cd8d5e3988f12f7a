/** Alarms by event code. @source docs/reference/protocols.md §meitrack, "Events" */
const ALARMS: ReadonlyMap<number, string> = new Map([
  [1, 'sos'],
  [17, 'lowBattery'],
  [18, 'lowPower'],
  [19, 'overspeed'],
  [20, 'geofenceEnter'],
  [21, 'geofenceExit'],
  [22, 'powerRestored'],
  [23, 'powerCut'],
  [36, 'tow'],
  [44, 'jamming'],
  [78, 'accident'],
  [90, 'hardCornering'],
  [91, 'hardCornering'],
  [129, 'hardBraking'],
  [130, 'hardAcceleration'],
  [135, 'fatigueDriving'],
]);

export const DRIVER_EVENT = 37;
export const alarmOf = (event: number): string | null => ALARMS.get(event) ?? null;
