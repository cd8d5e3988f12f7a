import type { CoordinateFormat, Language, LatLng } from '@rastro/fleet';

/**
 * Writes a place. Decimal degrees use a point in every language, so that they can be pasted into any map.
 * @example formatCoordinates({ latitude: -23.5505, longitude: -46.6333 }, 'dms', 'en') // 23°33'02" S, 46°38'00" W
 */
export function formatCoordinates(
  { latitude, longitude }: LatLng,
  format: CoordinateFormat,
  language: Language,
): string {
  if (format === 'dd') return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
  const west = language === 'en' ? 'W' : 'O';
  const east = language === 'pt-BR' ? 'L' : 'E';
  const write = format === 'dms' ? toSeconds : toMinutes;
  return `${write(latitude)} ${latitude < 0 ? 'S' : 'N'}, ${write(longitude)} ${longitude < 0 ? west : east}`;
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** Rounded as a whole first, so that 59.9996 minutes never become 60. */
function toSeconds(degrees: number): string {
  const total = Math.round(Math.abs(degrees) * 3600);
  return `${Math.floor(total / 3600)}°${pad(Math.floor(total / 60) % 60)}'${pad(total % 60)}"`;
}

function toMinutes(degrees: number): string {
  const total = Math.round(Math.abs(degrees) * 600_000);
  return `${Math.floor(total / 600_000)}°${((total % 600_000) / 10_000).toFixed(4).padStart(7, '0')}'`;
}
