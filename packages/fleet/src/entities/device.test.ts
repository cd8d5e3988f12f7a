import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenDevice, isHiddenDevice } from './device.ts';

const device = (uniqueId: string, id = 7) => ({
  id,
  uniqueId,
  attributes: { plate: 'ABC-1234' },
  disabled: false,
});

test('[DEVFORM-6] a safely deleted device is hidden, whatever its identifier was', () => {
  for (const uniqueId of ['490154203237518', 'truck-7-a', '---', 'x'.repeat(128), 'deleted-by-some-body']) {
    const hidden = hiddenDevice(device(uniqueId));
    assert.ok(isHiddenDevice(hidden), uniqueId);
    assert.ok(hidden.uniqueId.length <= 128);
    assert.equal(hidden.disabled, true);
    assert.deepEqual(hidden.attributes, { plate: 'ABC-1234', deletedUniqueId: uniqueId });
    assert.notEqual(hidden.uniqueId, hiddenDevice(device(uniqueId, 8)).uniqueId);
    assert.deepEqual(hiddenDevice(hidden), hidden, 'once');
  }
  for (const uniqueId of ['deleted', 'deleted-7', 'undeleted-7-a', 'a-deleted-7']) {
    assert.ok(!isHiddenDevice({ uniqueId }), uniqueId);
  }
});
