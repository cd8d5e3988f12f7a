import { metresFrom, type DistanceUnit } from '@rastro/fleet';

const METRES_PER_FOOT = 0.3048;
const LONG_NAMES: Readonly<Record<DistanceUnit, string>> = { km: 'km', mi: 'mi', nmi: 'NM' };

/** A round length for a scale bar, in the unit of its reader: metres below a kilometre, feet below a mile. */
export function scaleLength(
  maxM: number,
  unit: DistanceUnit,
): { readonly metres: number; readonly text: string } {
  const long = metresFrom(1, unit);
  if (maxM >= long) {
    const length = roundBelow(maxM / long);
    return { metres: length * long, text: `${length} ${LONG_NAMES[unit]}` };
  }
  const [short, name] = unit === 'mi' ? [METRES_PER_FOOT, 'ft'] : [1, 'm'];
  const length = roundBelow(maxM / short);
  return { metres: length * short, text: `${length} ${name}` };
}

/** 1, 2 or 5 and noughts. */
function roundBelow(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  return ([5, 2].find((times) => times * power <= length) ?? 1) * power;
}
