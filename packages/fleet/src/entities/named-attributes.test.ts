import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attributes } from './attributes.ts';
import { DRIVER_ATTRIBUTES } from './driver-attributes.ts';
import {
  attributeInError,
  attributeName,
  attributeProblem,
  fitsAttribute,
  type NamedAttributes,
} from './named-attributes.ts';
import { protectedUserAttributes, USER_ATTRIBUTES } from './user-attributes.ts';

const TABLES: Readonly<Record<string, NamedAttributes>> = { USER_ATTRIBUTES, DRIVER_ATTRIBUTES };

test('[ATTR-1] each attribute of people and drivers stands once, below the brand', () => {
  for (const [table, attributes] of Object.entries(TABLES)) {
    const names = Object.values(attributes).map((each) => attributeName('acme', each));
    assert.equal(new Set(names).size, names.length, table);
    for (const name of names) assert.match(name, /^acme\.[a-z]\w*$/);
  }
});

test('[ATTR-2] money is whole cents, dates are days that exist, words are those of their list', () => {
  const { price, interest, firstDueDay, fineMode, resellerLimit, contactEmail, billing } = USER_ATTRIBUTES;
  const good = [
    [price, 0],
    [price, 12_345],
    [interest, 0.033],
    [firstDueDay, 31],
    [fineMode, 'percent'],
    [resellerLimit, -1],
    [contactEmail, 'ana@example.com'],
    [billing, false],
    [DRIVER_ATTRIBUTES.birthDate, '2024-02-29'],
    [DRIVER_ATTRIBUTES.litresPer100Km, 31.5],
  ] as const;
  for (const [attribute, value] of good) assert.ok(fitsAttribute(attribute, value), attribute.name);
  const bad = [
    [price, 0.1 + 0.2],
    [price, -1],
    [price, '100'],
    [price, Number.NaN],
    [interest, 101],
    [firstDueDay, 32],
    [fineMode, 'Percentage'],
    [resellerLimit, -2],
    [contactEmail, 'ana@example.com, bia@example.com'],
    [billing, 'true'],
    [DRIVER_ATTRIBUTES.birthDate, '2026-02-29'],
    [DRIVER_ATTRIBUTES.birthDate, '2026-13-01'],
    [DRIVER_ATTRIBUTES.birthDate, '2026-01-01T00:00:00Z'],
    [DRIVER_ATTRIBUTES.litresPer100Km, Number.POSITIVE_INFINITY],
    [USER_ATTRIBUTES.city, 'x'.repeat(4001)],
  ] as const;
  for (const [attribute, value] of bad)
    assert.ok(!fitsAttribute(attribute, value), `${attribute.name} ${value}`);
});

test('[ATTR-3] the first that does not fit is told with what it must be; nothing, other names and what stood there fit', () => {
  const problem = (after: Attributes, before: Attributes = {}): string | null =>
    attributeProblem(USER_ATTRIBUTES, 'acme', { before, after });
  const fine = {
    'acme.addressCity': '',
    'acme.contactEmail': null,
    'other.billingFirstDueDay': 99,
    colour: [1],
  };
  assert.equal(problem({ ...fine, 'acme.billingFirstDueDay': 5 }), null);
  const message = problem({ 'acme.billingFirstDueDay': 45 });
  assert.equal(message, 'attributes.acme.billingFirstDueDay: must be a day of the month, 1 to 31');
  assert.equal(attributeInError(`Invalid data - ${message}`), 'acme.billingFirstDueDay');
  assert.equal(attributeInError('Invalid data - name: Too small'), null);
  for (const [name, value, words] of [
    ['billingFine', -1, 'a number, 0 or more'],
    ['billingFineMode', 'daily', 'fixed or percent'],
    ['billingPrice', 1.5, 'whole cents, 0 or more'],
    ['resellerDomain', 'no domain', 'a domain in lower-case letters, as gps.example.com'],
    ['resellerLimit', 'many', 'a whole number, 0 or more, or -1 for no limit'],
  ] as const) {
    const stored = { [`acme.${name}`]: value };
    assert.equal(problem(stored), `attributes.acme.${name}: must be ${words}`);
    assert.equal(problem(stored, stored), null, 'what stood there');
  }
});

test('[ATTR-4] money, limits, rights and what makes a reseller are protected; address, contacts and looks are not', () => {
  const isProtected = protectedUserAttributes('acme');
  const open = ['addressCity', 'contactWhatsapp', 'contactEmail', 'deviceAttributes', 'lang'];
  for (const name of open) assert.equal(isProtected(`acme.${name}`), false, name);
  const closed = ['billingPrice', 'billingSomethingNew', 'trustUnlock', 'reseller', 'subReseller'];
  const more = ['resellerDomain', 'resellerLimit', 'advancedPerms', 'isQrDriverId', 'isQrDeviceId'];
  for (const name of [...closed, ...more]) assert.equal(isProtected(`acme.${name}`), true, name);
  assert.equal(isProtected('isShared'), true);
  assert.equal(isProtected('other.reseller'), false, 'another brand’s is just a word');
});
