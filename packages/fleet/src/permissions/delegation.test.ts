import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideCommand } from './command-right.ts';
import { boundedBy, excessOf, holdsAllOf, type Authority } from './delegation.ts';
import { encodeRights } from '../rights/areas.ts';

const PLAIN: Authority = {
  administrator: false,
  readonly: false,
  deviceReadonly: false,
  limitCommands: false,
  disableReports: false,
  fixedEmail: false,
  disabled: false,
  expirationTime: null,
  deviceLimit: -1,
  userLimit: -1,
  attributes: {},
};
const END = '2030-01-01T00:00:00.000+00:00';
const LATER = '2031-01-01T00:00:00.000+00:00';
const RIGHTS = 'rastro.advancedPerms';
const some = encodeRights(['devices.view']);
const more = encodeRights(['devices.view', 'devices.lock']);
const having = (fields: Partial<Authority>): Authority => ({ ...PLAIN, ...fields });
const administrator = having({ administrator: true });

test('[DELEG-1] an account holds what it and its giver both have', () => {
  const giver = having({
    limitCommands: true,
    expirationTime: END,
    deviceLimit: 5,
    userLimit: 0,
    attributes: { [RIGHTS]: some },
  });
  const own = having({ expirationTime: LATER, userLimit: 3, attributes: { [RIGHTS]: more, other: 1 } });
  const held = boundedBy(own, giver, 'rastro');
  const { limitCommands, readonly, expirationTime, deviceLimit, userLimit, attributes } = held;
  assert.deepEqual([limitCommands, readonly, expirationTime], [true, false, END]);
  assert.deepEqual([deviceLimit, userLimit], [5, 0]);
  assert.deepEqual(attributes, { [RIGHTS]: some, other: 1 });
  assert.ok(holdsAllOf(giver, held, 'rastro'));
  assert.equal(boundedBy(own, administrator, 'rastro'), own);
  assert.equal(boundedBy(administrator, giver, 'rastro'), administrator);
  const withoutRights = boundedBy(own, having({}), 'rastro').attributes[RIGHTS];
  assert.equal(withoutRights, '0'.repeat(32), 'who has no rights gives none');
});

test('[DELEG-2] nothing is given that the giver has not', () => {
  const giver = having({
    readonly: true,
    expirationTime: END,
    deviceLimit: 5,
    attributes: { [RIGHTS]: some },
  });
  const excess = (before: Authority | null, after: Partial<Authority>): string | null =>
    excessOf(giver, { before, after: { ...PLAIN, deviceLimit: 0, userLimit: 0, ...after } }, 'rastro');
  assert.equal(excess(null, {}), null, 'what a new account leaves out is bounded all the same');
  assert.equal(excess(null, { administrator: true }), 'administrator');
  assert.equal(excess(null, { deviceLimit: 6 }), 'deviceLimit');
  assert.equal(excess(null, { deviceLimit: -1 }), 'deviceLimit');
  assert.equal(excess(null, { deviceLimit: 5 }), null);
  assert.equal(excess(null, { expirationTime: LATER }), 'expirationTime');
  assert.equal(excess(having({ expirationTime: END, deviceLimit: 0 }), {}), 'expirationTime');
  assert.equal(excess(null, { attributes: { [RIGHTS]: more } }), RIGHTS);
  assert.equal(excess(null, { attributes: { [RIGHTS]: some } }), null);
  assert.equal(excess(having({ readonly: true }), {}), 'readonly');
  assert.equal(excess(having({ deviceReadonly: true }), {}), null, 'that does not bind him');
  assert.equal(excess(having({ attributes: { [RIGHTS]: more } }), { attributes: { [RIGHTS]: more } }), null);
  const all = { before: null, after: having({ administrator: true, deviceLimit: -1 }) };
  assert.equal(excessOf(administrator, all, 'rastro'), null);
});

test('[DELEG-1] who acts as somebody else gains nothing only when he holds all that the other has', () => {
  const within = (holder: Partial<Authority>, other: Partial<Authority>): boolean =>
    holdsAllOf(having(holder), having(other), 'rastro');
  assert.ok(within({}, {}));
  assert.ok(!within({ limitCommands: true }, {}));
  assert.ok(within({ limitCommands: true }, { limitCommands: true, readonly: true }));
  assert.ok(!within({ deviceLimit: 3 }, {}));
  assert.ok(!within({ expirationTime: END }, {}));
  assert.ok(!within({}, { administrator: true }));
  assert.ok(!within({ attributes: { [RIGHTS]: some } }, { attributes: { [RIGHTS]: more } }));
});

test('[RIGHT-5] who may only look sends no command, unless the right is his by name; a guest never does', () => {
  const context = (advanced: boolean, plus = true) => ({
    brand: 'rastro',
    plus,
    serverAttributes: { 'rastro.enableAdvancedPerms': advanced },
  });
  const may = (fields: Partial<Authority> & { temporary?: boolean }, advanced = false, plus = true) =>
    decideCommand({ ...PLAIN, ...fields }, 'devices.lock', context(advanced, plus)).allowed;
  const attributes = { [RIGHTS]: more };
  assert.ok(may({}));
  for (const flag of ['readonly', 'deviceReadonly']) {
    assert.ok(!may({ [flag]: true }));
    assert.ok(!may({ [flag]: true, attributes }), 'bits count where they are in force');
    assert.ok(!may({ [flag]: true, attributes }, true, false));
    assert.ok(may({ [flag]: true, attributes }, true));
    assert.ok(!may({ [flag]: true, attributes: { [RIGHTS]: some } }, true));
    assert.ok(may({ [flag]: true, administrator: true }));
  }
  assert.ok(!may({ temporary: true, attributes }, true));
  assert.ok(!may({ temporary: true }, false, false));
});
