import type { Attributes } from '../entities/attributes.ts';
import type { Right } from './areas.ts';
import { engineActOf } from './engine-act.ts';

/** The right that a command needs, by what it does to a vehicle. */
export function rightOfCommand(
  type: string,
  attributes?: Attributes,
): Extract<Right, 'devices.lock' | 'devices.unlock' | 'devices.sendCommand'> {
  const act = engineActOf({ type, attributes });
  if (act === 'lock' || type === 'anchorEnable') return 'devices.lock';
  if (act === 'unlock' || type === 'anchorDisable') return 'devices.unlock';
  return 'devices.sendCommand';
}
