import { expect, test } from 'vitest';
import { aStop, aTrip } from '../../testing/a-past.ts';
import { makeChronology } from './chronology.ts';
import { driverSpans } from './strip-lanes.ts';

test('[PAST-26] a driver has one band over consecutive trips', () => {
  const by = (name: string | null, id: string | null, from: number, to: number) => ({
    ...aTrip(1, from, to),
    driverName: name,
    driverUniqueId: id,
  });
  const rows = makeChronology({
    trips: [
      by('Ana', 'a1', 0, 100),
      by('Ana', 'a1', 200, 300),
      by(null, null, 400, 500),
      by(null, 'b2', 600, 700),
      by('Ana', 'a1', 800, 900),
    ],
    stops: [aStop(1, 100, 200)],
    events: [],
  });
  expect(driverSpans(rows)).toEqual([
    { name: 'Ana', from: 0, to: 300 },
    { name: 'b2', from: 600, to: 700 },
    { name: 'Ana', from: 800, to: 900 },
  ]);
});
