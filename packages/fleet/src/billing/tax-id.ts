/** Tax number of a natural person or a company. */
export type TaxId =
  | {
      readonly kind: 'cpf' | 'cnpj';
      readonly digits: string;
      readonly text: string;
      readonly isValid: boolean;
    }
  | { readonly kind: 'other'; readonly text: string };

const CPF = /^\d{11}$/;
/** Since July 2026 the first twelve characters may be letters. @source Receita Federal, IN RFB 2.229/2024 */
const CNPJ = /^[\dA-Z]{12}\d{2}$/;
const ALL_ALIKE = /^(.)\1*$/;
const MODULUS = 11;

/**
 * Reads a tax id as typed, with or without separators. Text with the shape of a Brazilian one is returned as such, with
 * whether its check digits match; ids of other countries stay unchanged.
 */
export function readTaxId(typed: string): TaxId {
  const text = typed.trim();
  const digits = text.replaceAll(/[.\-/\s]/g, '').toUpperCase();
  if (CPF.test(digits)) {
    const isValid = !ALL_ALIKE.test(digits) && hasCheckDigits(digits, MODULUS);
    return { kind: 'cpf', digits, text: digits.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4'), isValid };
  }
  if (CNPJ.test(digits)) {
    const isValid = !ALL_ALIKE.test(digits) && hasCheckDigits(digits, 9);
    return {
      kind: 'cnpj',
      digits,
      text: digits.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'),
      isValid,
    };
  }
  return { kind: 'other', text };
}

/**
 * Formats a tax id for print. Eleven digits are a tax id in other countries too: only one whose check digits match is
 * formatted as a CPF. Letters identify a CNPJ.
 */
export function taxIdText(typed: string): string {
  const read = readTaxId(typed);
  if (read.kind === 'other') return read.text;
  return read.isValid || /[A-Z]/.test(read.digits) ? read.text : typed.trim();
}

/**
 * Checks both check digits: weighted sums from the right, letters by their code. @param mostWeight Weight after which
 * the weights restart.
 */
function hasCheckDigits(digits: string, mostWeight: number): boolean {
  const least = 2;
  const checkOf = (part: string): number => {
    let sum = 0;
    for (let at = part.length - 1, weight = least; at >= 0; at--) {
      sum += (part.charCodeAt(at) - 48) * weight;
      weight = weight === mostWeight ? least : weight + 1;
    }
    const rest = sum % MODULUS;
    return rest < 2 ? 0 : MODULUS - rest;
  };
  const length = digits.length;
  return [2, 1].every((back) => checkOf(digits.slice(0, length - back)) === Number(digits[length - back]));
}
