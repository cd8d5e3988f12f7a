import type { AttributeValue } from '@rastro/fleet';
import type { Caller } from '../access/caller.ts';
import type { SheetStyle } from './report-job.ts';
import type { Directory } from '../directory/directory.ts';
import { zoneOf } from '../exports/zone-of.ts';

/** Language and units of somebody: his own, else the server's, else those of most customers. @source reference §2.20 */
export function sheetStyleOf({ directory }: { readonly directory: Directory }, caller: Caller): SheetStyle {
  const { user } = caller;
  const read = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const values: readonly (AttributeValue | undefined)[] = [
      user.attributes[name],
      directory.server.attributes[name],
    ];
    for (const value of values) {
      const found = choices.find((choice) => typeof value === 'string' && value.startsWith(choice));
      if (found !== undefined) return found;
    }
    return fallback;
  };
  return {
    zone: zoneOf({ directory }, caller),
    language: read('language', ['pt', 'es', 'en'], 'pt'),
    speedUnit: read('speedUnit', ['kmh', 'mph', 'kn'], 'kmh'),
    distanceUnit: read('distanceUnit', ['km', 'mi', 'nmi'], 'km'),
  };
}
