import { fixedOffsetMs } from '@rastro/fleet';

/**
 * Shifts a local time, read as if it were UTC, to UTC.
 * @param zone IANA name, `GMT+8` or `GMT-03:00`; null or an unknown name = `fallbackOffsetMs`.
 * @param fallbackOffsetMs East positive.
 */
export function zonedMs(localMs: number, zone: string | null, fallbackOffsetMs: number): number {
  return localMs - (zone === null ? fallbackOffsetMs : (offsetMs(localMs, zone) ?? fallbackOffsetMs));
}

function offsetMs(localMs: number, zone: string): number | null {
  const fixed = fixedOffsetMs(zone);
  if (fixed !== null) return fixed;
  try {
    const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime();
    return localMs - local.toZonedDateTime(zone).epochMilliseconds;
  } catch (error) {
    // Temporal reports an unknown zone and a date outside its range this way only.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
