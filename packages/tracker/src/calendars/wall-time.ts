/** The clock on the wall of a zone, as milliseconds that UTC would have at that reading. */
export function wallOf(instant: number, zone: string): number {
  if (zone === 'UTC') return instant;
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return instant + zoned.offsetNanoseconds / 1e6;
}

/** A reading that the clock skips counts as later by the gap, one that comes twice as the first. */
export function instantOf(wall: number, zone: string): number {
  if (zone === 'UTC') return wall;
  return Temporal.Instant.fromEpochMilliseconds(wall)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
}
