/** Names the civil day of an instant; remembers where the present one ends, because zones are slow to ask. */
export function dayNamer(zone: string): (time: number) => string {
  let name = '';
  let from = 0;
  let to = 0;
  return (time) => {
    if (time < from || time >= to) {
      const day = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).startOfDay();
      name = day.toPlainDate().toString();
      from = day.epochMilliseconds;
      // A day that begins at one, after a midnight that the clock skipped, ends at midnight all the same.
      to = day.add({ days: 1 }).startOfDay().epochMilliseconds;
    }
    return name;
  };
}
