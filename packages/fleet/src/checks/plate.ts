const OLD = /^([A-Z]{3})(\d{4})$/;
const MERCOSUL = /^[A-Z]{3}\d[A-Z]\d{2}$/;

/**
 * Formats a number plate as on the vehicle: capitals, and the old form with its dash.
 * @example writtenPlate('abc1234') // 'ABC-1234'
 * @example writtenPlate('abc 1d23') // 'ABC1D23'
 */
export function writtenPlate(text: string): string {
  const upper = text.trim().toUpperCase();
  const bare = upper.replaceAll(/[\s.-]/g, '');
  if (MERCOSUL.test(bare)) return bare;
  // Other plates stay as typed.
  return OLD.test(bare) ? bare.replace(OLD, '$1-$2') : upper;
}

/** A Brazilian plate, old (`ABC-1234`) or of the Mercosul (`ABC1D23`). */
export function isPlate(text: string): boolean {
  const bare = writtenPlate(text).replace('-', '');
  return OLD.test(bare) || MERCOSUL.test(bare);
}
