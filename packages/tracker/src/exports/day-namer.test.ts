import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayNamer } from './day-namer.ts';

test('[REPORT-24] a day whose midnight the clock skipped ends at the next midnight, in every zone', () => {
  const changes = [
    ['America/Sao_Paulo', '2018-11-04'],
    ['America/Santiago', '2024-09-08'],
    ['Africa/Cairo', '2024-04-26'],
    ['America/Havana', '2024-03-10'],
  ] as const;
  for (const [zone, date] of changes) {
    const day = Temporal.PlainDate.from(date);
    const dayOf = dayNamer(zone);
    for (const each of [day.subtract({ days: 1 }), day, day.add({ days: 1 })]) {
      const begin = each.toZonedDateTime(zone).startOfDay();
      const last = each.add({ days: 1 }).toZonedDateTime(zone).startOfDay().epochMilliseconds - 1;
      for (const time of [begin.epochMilliseconds, last])
        assert.equal(dayOf(time), each.toString(), `${zone} ${new Date(time).toISOString()}`);
    }
    assert.equal(day.toZonedDateTime(zone).startOfDay().hour, 1, `${zone} skips that midnight`);
  }
});
