import { metresFrom } from '@rastro/fleet';
import { useState } from 'react';
import { distanceText, ownSigns, readNumber } from '../../../i18n/number-text.ts';
import { useVehicle } from '../../../kernel/fleet/fleet-context.tsx';
import { displayChoices } from '../../../kernel/formats/display-choices.ts';
import { useSignedIn } from '../../../kernel/services.tsx';
import { useFieldContext } from '../fields/use-field-context.ts';

export type Odometer = ReturnType<typeof useOdometer>;

/**
 * The total distance of the newest position: set by hand, it is written there (docs/reference/requirements.md SPEC §7
 * accumulators).
 */
export function useOdometer(deviceId: number) {
  const signedIn = useSignedIn();
  const { language } = useFieldContext();
  const unit = displayChoices(signedIn, language).distanceUnit;
  const position = useVehicle(deviceId)?.position ?? null;
  const total = position?.attributes['totalDistance'];
  // It grows while the form is open: what stands in the field is what was there when it was first known.
  const knownText = distanceText(typeof total === 'number' ? total : 0, unit, language);
  const [typed, type] = useState<string | null>(null);
  const number = typed === null ? null : readNumber(typed, language, ownSigns.distance(unit));
  return {
    unit,
    type,
    isKnown: position !== null,
    text: typed ?? (position === null ? '' : knownText),
    isChanged: typed !== null && typed.trim() !== knownText,
    metres: number === null ? null : metresFrom(number, unit),
    problem: typed === null ? null : number === null ? 'notANumber' : number < 0 ? 'negative' : null,
  } as const;
}
