import { distanceIn, type Language, type ReaderPreferences } from '@rastro/fleet';
import type { NearTown } from './towns.ts';

/** Nearer than this the town alone names a place. */
const IN_TOWN_M = 1500;

/** From north, clockwise. */
const POINTS: Readonly<Record<Language, readonly string[]>> = {
  'pt-BR': ['N', 'NE', 'L', 'SE', 'S', 'SO', 'O', 'NO'],
  es: ['N', 'NE', 'E', 'SE', 'S', 'SO', 'O', 'NO'],
  en: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
};
const NEAR: Readonly<Record<Language, (distance: string, point: string, town: string) => string>> = {
  'pt-BR': (distance, point, town) => `${distance} a ${point} de ${town}`,
  es: (distance, point, town) => `${distance} al ${point} de ${town}`,
  en: (distance, point, town) => `${distance} ${point} of ${town}`,
};

/** `3 km a NE de Cuiabá, Mato Grosso, BR`. */
export function townText(
  { name, region, metres, bearing }: NearTown,
  { language, distanceUnit }: Pick<ReaderPreferences, 'language' | 'distanceUnit'>,
): string {
  const town = `${name}, ${region}`;
  if (metres < IN_TOWN_M) return town;
  const distance = Math.max(1, Math.round(distanceIn(metres, distanceUnit)));
  const point = POINTS[language][Math.round(bearing / 45) % 8] ?? '';
  return NEAR[language](`${distance} ${distanceUnit}`, point, town);
}
