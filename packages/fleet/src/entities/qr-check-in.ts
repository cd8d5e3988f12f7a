/** End of a check-in: by the driver, by another check-in, by a rule, or because their access was revoked. */
export const QR_ENDS = ['driver', 'replaced', 'ignition', 'time', 'revoked'] as const;
export type QrEnd = (typeof QR_ENDS)[number];

/** State of the unlock command after a check-in; `none` = none was wanted. */
export const QR_UNLOCKS = ['none', 'wanted', 'sent', 'queued', 'refused'] as const;
export type QrUnlock = (typeof QR_UNLOCKS)[number];

/** A period in which a driver drove a vehicle. */
export interface QrCheckIn {
  readonly driverId: number;
  readonly driverName: string;
  readonly deviceId: number;
  readonly deviceName: string;
  /** Empty = unknown. */
  readonly plate: string;
  /** ISO 8601 UTC: when the driver did it, even if it arrived later. */
  readonly since: string;
  /** Null = the driver still drives it. */
  readonly until: string | null;
  readonly end: QrEnd | null;
  readonly unlock: QrUnlock;
}

/** Sign-in of a driver for check-ins. Only the tracking server stores the password. */
export interface QrAccess {
  readonly driverId: number;
  /** Empty = no access. */
  readonly username: string;
}

/** Code on the label of a vehicle: it cannot be guessed and can be renewed. */
export interface QrCode {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly plate: string;
  readonly code: string;
}

/** Maximum age of a check-in that waited in a phone without network. */
export const QR_OLDEST_MS = 24 * 3_600_000;
/** The clock of a phone may be ahead by this. */
export const QR_MAX_CLOCK_SKEW_MS = 300_000;
/** Characters of a code: letters and digits that are not easily confused. */
export const QR_CODE_LENGTH = 12;
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const IS_CODE = new RegExp(`^[${CODE_ALPHABET}]{${QR_CODE_LENGTH}}$`);

/** A code out of random bytes, one for each letter; 60 bits of them count. */
export const qrCodeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, QR_CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join(
    '',
  );

/**
 * Reads a code that was scanned or typed: out of an address, without blanks and dashes, whatever the case.
 * @returns null = it cannot be one.
 */
export function readQrCode(text: string): string | null {
  const last =
    text
      .trim()
      .split(/[?#]/)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? '';
  const code = last.replaceAll(/[\s-]/g, '').toUpperCase();
  return IS_CODE.test(code) ? code : null;
}
/** Formats a code in groups of four, which are easy to read and type. */
export const qrCodeText = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;
