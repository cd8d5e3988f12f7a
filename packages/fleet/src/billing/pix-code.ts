import { readTaxId } from './tax-id.ts';
/** Contents of a static Pix code. @source docs/reference/integrations.md §7.6 */
export interface PixCode {
  /** Tax id, phone, mail address or random key of the receiver. */
  readonly key: string;
  readonly name: string;
  readonly city: string;
  /** Cents; null = the payer types it. */
  readonly value: number | null;
  /** Letters and digits, at most 25; what else is in it is left out. */
  readonly reference: string;
}

const LONGEST_NAME = 25;
const LONGEST_CITY = 15;
const LONGEST_REFERENCE = 25;
/** Of the whole account field, with its own parts. */
const LONGEST_KEY = 77;

/** Keys of the five kinds, as the central bank registers them. @returns null = not a key. */
export function readPixKey(text: string): string | null {
  const key = text.trim();
  if (key.includes('@'))
    return /^[^\s@]+@[^\s@]+$/.test(key) && key.length <= LONGEST_KEY ? key.toLowerCase() : null;
  if (/^\+55[\d\s()-]{10,}$/.test(key)) {
    const phone = key.replaceAll(/[\s()-]/g, '');
    return /^\+55\d{10,11}$/.test(phone) ? phone : null;
  }
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key)) return key.toLowerCase();
  const taxId = readTaxId(key);
  return taxId.kind === 'other' ? null : taxId.digits;
}

/** The text that banks read from a QR code or a copied line, for a charge that no service has made. */
export function pixCode({ key, name, city, value, reference }: PixCode): string {
  const account = field('00', 'br.gov.bcb.pix') + field('01', key);
  const printed = reference.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, LONGEST_REFERENCE);
  const text = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    value === null ? '' : field('54', realsOf(value)),
    field('58', 'BR'),
    field('59', plain(name, LONGEST_NAME)),
    field('60', plain(city, LONGEST_CITY)),
    field('62', field('05', printed === '' ? '***' : printed)),
    '6304',
  ].join('');
  return text + checksum(text);
}

const field = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value;
const realsOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
/** Without accents, and nothing beyond ASCII: bytes and characters must agree. A field may not be empty. */
function plain(text: string, most: number): string {
  const bare = text
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return bare.slice(0, most).trim() || 'N';
}
/** CRC-16/CCITT-FALSE over everything before it. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= (character.codePointAt(0) ?? 0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
