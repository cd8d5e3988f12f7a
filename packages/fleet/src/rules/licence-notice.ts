import { DAY_MS } from '@rastro/base';

/** Days before the end of a license on which a notice is sent, and its last day. */
const THRESHOLDS = [0, 7, 30] as const;

/** @returns which of the thresholds is reached; null = none yet, or it has ended. @param today `YYYY-MM-DD` */
export function licenceNotice(
  validity: string,
  today: string,
): { readonly threshold: number; readonly daysLeft: number } | null {
  const daysLeft = Math.round((Date.parse(validity) - Date.parse(today)) / DAY_MS);
  const threshold = daysLeft < 0 ? undefined : THRESHOLDS.find((days) => daysLeft <= days);
  return threshold === undefined ? null : { threshold, daysLeft };
}
