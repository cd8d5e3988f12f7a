import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceBody } from '../schemas/device.ts';
import { driverBody } from '../schemas/linked-objects.ts';
import { isIccid, isPlausibleIdentifier, isRenavam, isVin } from './check-digits.ts';
import { isPlate, writtenPlate } from './plate.ts';

const each = (check: (text: string) => boolean, good: readonly string[], bad: readonly string[]): void => {
  for (const text of good) assert.ok(check(text), `${text} is good`);
  for (const text of bad) assert.ok(!check(text), `${text} is bad`);
};

test('[DEVFORM-1] plates, old and Mercosul, are known and written one way', () => {
  assert.equal(writtenPlate(' abc1234 '), 'ABC-1234');
  assert.equal(writtenPlate('abc-1234'), 'ABC-1234');
  assert.equal(writtenPlate('bra 2e19'), 'BRA2E19');
  assert.equal(writtenPlate('ab 123 cd'), 'AB 123 CD', 'another country');
  each(
    isPlate,
    ['ABC-1234', 'abc1234', 'BRA2E19', 'bra-2e19'],
    ['', 'AB-1234', 'ABCD123', 'ABC12E4', '1234'],
  );
});

test('[DEVFORM-2] the check digit of a renavam', () => {
  each(
    isRenavam,
    ['639884962', '00639884962', '63988496-2'],
    ['639884963', '00000000000', '1234', '63988496A'],
  );
});

test('[DEVFORM-3] the check digits of SIM card and IMEI; another kind of identifier passes', () => {
  each(
    isIccid,
    ['89014103211118510720', '8901 4103 2111 1851 0720', '89014103211118510720F'],
    ['89014103211118510721', '79014103211118510720', '890141032111185', ''],
  );
  each(
    isPlausibleIdentifier,
    ['490154203237518', 'truck-7', '0123456789', '4901542032375181'],
    ['490154203237519', '940154203237518'],
  );
});

test('[DEVFORM-4] the letters and the length of a VIN', () => {
  each(
    isVin,
    ['1M8GDM9AXKP042788', '9bwzzz377vt004251'],
    ['1M8GDM9AXKP04278', '1M8GDM9AXKP0427888', 'OM8GDM9AXKP042788', '1M8GDM9AXKPI42788', ''],
  );
});

test('[DEVFORM-20] identifiers lose what spreadsheets wrapped around them; rounded ones are refused', () => {
  for (const written of [
    '="350000000000014"',
    "'350000000000014",
    ' 35 000000 000001-4 ',
    '３５０００００００００００１４',
  ])
    assert.equal(driverBody.parse({ name: 'Ana', uniqueId: written }).uniqueId, '350000000000014', written);
  assert.equal(deviceBody.parse({ name: 'Van', uniqueId: 'Yard 12-b' }).uniqueId, 'Yard 12-b');
  for (const rounded of ['3,52094E+14', '3.52094e14', '="3.5E+14"'])
    assert.equal(deviceBody.safeParse({ name: 'Van', uniqueId: rounded }).success, false, rounded);
});
