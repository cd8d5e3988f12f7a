import type { Attributes, CommandRight } from '@rastro/fleet';
import { engineActionOf } from './engine-action.ts';

/** The right that a command needs, by what it does to a vehicle. */
export function rightOfCommand(type: string, attributes?: Attributes): CommandRight {
  const act = engineActionOf({ type, attributes });
  if (act === 'lock' || type === 'anchorEnable') return 'devices.lock';
  if (act === 'unlock' || type === 'anchorDisable') return 'devices.unlock';
  return 'devices.sendCommand';
}
