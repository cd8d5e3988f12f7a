import type { ApiFailure } from '@rastro/tracking-client';
import type { Preferences } from '../../kernel/preferences.ts';

/** A check-in or check-out, until the server has answered it. */
export interface QueuedCheckIn {
  /** The account that did it: on a phone of two drivers neither sends what the other did. */
  readonly userId: number;
  /** The code of a vehicle; null = a check-out. */
  readonly code: string | null;
  /** ISO 8601: time of the check-in or check-out. */
  readonly at: string;
  /** The same for each try, so that it counts once. */
  readonly clientId: string;
}

/**
 * Maximum of queued check-ins; beyond it the oldest are dropped: no driver changes vehicles so often in a day, and older
 * ones do not count.
 */
export const MAX_QUEUED = 50;

/** Oldest first. Data from the browser is validated, not trusted. */
export function readQueuedCheckIns(preferences: Preferences): readonly QueuedCheckIn[] {
  try {
    const stored: unknown = JSON.parse(preferences.read('qrActs') ?? '[]');
    return Array.isArray(stored) ? stored.filter(isQueuedCheckIn) : [];
  } catch (error) {
    console.warn('Cannot read the queued check-ins', error);
    return [];
  }
}
export const writeQueuedCheckIns = (preferences: Preferences, checkIns: readonly QueuedCheckIn[]): void =>
  preferences.write('qrActs', checkIns.length === 0 ? null : JSON.stringify(checkIns));

function isQueuedCheckIn(value: unknown): value is QueuedCheckIn {
  if (typeof value !== 'object' || value === null) return false;
  const isWhole = 'userId' in value && 'code' in value && 'at' in value && 'clientId' in value;
  if (!isWhole || typeof value.userId !== 'number') return false;
  const hasCode = value.code === null || typeof value.code === 'string';
  return hasCode && typeof value.at === 'string' && typeof value.clientId === 'string';
}

/** An id for a check-in; works on insecure pages, too. */
export const newClientId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const TOO_MANY = 429;
const ENDED = 401;
const AWAY: readonly number[] = [0, 502, 503, 504];
/**
 * Whether a check-in stays queued: it did not arrive, or cannot be answered now. A rejected one is reported and
 * dropped.
 */
export const mayComeLater = ({ status }: ApiFailure, hasWaited: boolean): boolean =>
  AWAY.includes(status) || status === ENDED || (hasWaited && status === TOO_MANY);
