import { useMemo } from 'react';
import { useDisplayChoices } from '../../kernel/formats/use-format.ts';
import type { FenceWriting } from './fence-values.ts';

/** Units in which the current user types speeds and lengths. */
export function useFenceWriting(): FenceWriting {
  const { speedUnit: unit, distanceUnit, language } = useDisplayChoices();
  const radiusIn = distanceUnit === 'mi' ? 'ft' : 'm';
  return useMemo(() => ({ unit, language, radiusIn }), [unit, language, radiusIn]);
}
