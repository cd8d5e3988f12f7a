import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DISTANCE_UNITS, distanceIn, metresFrom } from './distance.ts';
import { knots, knotsFrom, SPEED_UNITS, speedIn } from './speed.ts';

/** The factors of the specification and of the tracking API are rounded to six digits. */
const near = (got: number, wanted: number, message?: string): void =>
  assert.ok(Math.abs(got - wanted) <= Math.abs(wanted) * 2e-6, `${message ?? ''} ${got}, wanted ${wanted}`);

test('[UNIT-1] speeds and distances are those of the specification, and come back as they were written', () => {
  near(speedIn(knots(10), 'kmh'), 18.52);
  near(speedIn(knots(10), 'mph'), 11.5078);
  assert.equal(speedIn(knots(10), 'kn'), 10);
  near(distanceIn(1000, 'mi'), 0.621371);
  assert.equal(distanceIn(1852, 'nmi'), 1);
  for (const unit of SPEED_UNITS) near(speedIn(knotsFrom(80, unit), unit), 80, unit);
  for (const unit of DISTANCE_UNITS) near(distanceIn(metresFrom(12.5, unit), unit), 12.5, unit);
});
