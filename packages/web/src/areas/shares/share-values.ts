import { MINUTE_MS } from '@rastro/base';
import type { LatLng, Share } from '@rastro/fleet';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';

/** Values of the fields, as typed. */
export interface ShareValues {
  readonly label: string;
  /** Local time of the reader's zone, `2026-11-22T15:04`. */
  readonly end: string;
  readonly destination: LatLng | null;
}

export const shareValues = (share: Share, zone: string): ShareValues => ({
  label: share.label ?? '',
  end: localTime(Date.parse(share.expiration ?? ''), zone),
  destination: share.destination,
});

/** The share with what was typed; an end that was not touched keeps its seconds. */
export function changedShare(share: Share, { label, end, destination }: ShareValues, zone: string): Share {
  const before = Date.parse(share.expiration ?? '');
  const at = momentOf(end, zone);
  const isTouched = !Number.isNaN(at) && Math.floor(at / MINUTE_MS) !== Math.floor(before / MINUTE_MS);
  return {
    ...share,
    label: label.trim() || null,
    destination,
    expiration: isTouched ? new Date(at).toISOString() : share.expiration,
  };
}

/** Is the end no date, or one that is over? */
export function isEndWrong(
  { end }: ShareValues,
  { now, zone }: { readonly now: number; readonly zone: string },
) {
  const at = momentOf(end, zone);
  return Number.isNaN(at) || at <= now;
}
