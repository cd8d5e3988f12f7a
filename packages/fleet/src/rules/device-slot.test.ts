import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceSlotError, type DeviceSlotSubject } from './device-slot.ts';

const asked = (part: Partial<DeviceSlotSubject>) =>
  deviceSlotError({
    installationLimit: null,
    serverLimit: undefined,
    user: { administrator: false, deviceLimit: -1 },
    devices: 5,
    ...part,
  });
const userWith = (deviceLimit: number, administrator = false) => ({ user: { administrator, deviceLimit } });

test('[DEVFORM-5] a device may be added while no limit forbids it, and the one that does is named', () => {
  assert.equal(asked({}), null);
  assert.deepEqual(asked({ installationLimit: 0, devices: 0 }), { by: 'installation', limit: 0 });
  assert.deepEqual(asked({ installationLimit: -1 }), { by: 'installation', limit: 0 });
  assert.deepEqual(asked({ installationLimit: 5 }), { by: 'installation', limit: 5 });
  assert.equal(asked({ installationLimit: 6 }), null);
  assert.deepEqual(asked({ serverLimit: '5' }), { by: 'server', limit: 5 });
  assert.equal(asked({ serverLimit: 0 }), null, 'not above 0 is no limit');
  assert.equal(asked({ serverLimit: 6 }), null);
  assert.deepEqual(asked(userWith(5)), { by: 'user', limit: 5 });
  assert.deepEqual(asked({ ...userWith(0), devices: 0 }), { by: 'user', limit: 0 });
  assert.equal(asked(userWith(6)), null);
  assert.equal(asked(userWith(5, true)), null, 'an administrator has no limit of his own');
  assert.deepEqual(asked({ ...userWith(-1, true), serverLimit: 5 }), { by: 'server', limit: 5 });
});
