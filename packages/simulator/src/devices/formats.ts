import { knotsFromKmPerHour } from '@rastro/fleet';

/** `yyyyMMddHHmmss`, UTC. */
export const stampOf = (time: number): string =>
  new Date(time).toISOString().replaceAll(/\D/g, '').slice(0, 14);

/** `ddmmyy`, UTC. */
export function dayFirst(time: number): string {
  const stamp = stampOf(time);
  return stamp.slice(6, 8) + stamp.slice(4, 6) + stamp.slice(2, 4);
}

/** `HHmmss`, UTC. */
export const clockOf = (time: number): string => stampOf(time).slice(8);

/** Degrees and minutes in one number, as receivers print them: `ddmm.mmmm`. The sign is given elsewhere. */
export function degreesMinutes(degrees: number, degreeDigits: 2 | 3): string {
  const tenThousandths = Math.round(Math.abs(degrees) * 600_000);
  const whole = Math.floor(tenThousandths / 600_000);
  const minutes = (tenThousandths % 600_000) / 10_000;
  return String(whole).padStart(degreeDigits, '0') + minutes.toFixed(4).padStart(7, '0');
}

export const northOrSouth = (latitude: number): 'N' | 'S' => (latitude < 0 ? 'S' : 'N');
export const eastOrWest = (longitude: number): 'E' | 'W' => (longitude < 0 ? 'W' : 'E');

export const inKnots = (speedKmh: number): number => knotsFromKmPerHour(speedKmh);

/** A Brazilian network; which cell does not matter here. */
export const TOWER = { mcc: 724, mnc: 5, lac: 12_048, cellId: 41_394 } as const;

export const hexOf = (value: number, digits: number): string =>
  value.toString(16).toUpperCase().padStart(digits, '0');

export const asBytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
