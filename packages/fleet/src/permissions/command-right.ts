import type { Right } from './areas.ts';

/** The right that a command needs, by what it does to a vehicle. */
export function rightOfCommand(
  type: string,
): Extract<Right, 'devices.lock' | 'devices.unlock' | 'devices.sendCommand'> {
  if (type === 'engineStop' || type === 'anchorEnable') return 'devices.lock';
  if (type === 'engineResume' || type === 'anchorDisable') return 'devices.unlock';
  return 'devices.sendCommand';
}
