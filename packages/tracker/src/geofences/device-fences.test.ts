import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fence, openTestPipeline } from '../../test/open-test-pipeline.ts';

const HERE = { latitude: 1, longitude: 1, altitude: 0 };
const AROUND = 'CIRCLE (1 1, 500)';

test('[FENCE-23] the same place asked about again has other geofences as soon as they, their links or groups change', async (t) => {
  const { directory, around, device, linkTo, close } = await openTestPipeline();
  t.after(close);
  const area = await directory.groups.create({ name: 'Area', groupId: 0, attributes: {} });
  const other = await directory.groups.create({ name: 'Other', groupId: 0, attributes: {} });
  const van = await device({ groupId: area.id });
  const lone = await device();
  const names = (of = van) => around.fences.containing(of, HERE).map(({ name }) => name);
  assert.deepEqual([names(), names(lone)], [[], []]);

  const yard = await directory.linked.geofence.create({ ...fence(AROUND), name: 'yard' });
  await linkTo('geofence', yard.id, area.id, 'group');
  assert.deepEqual([names(), names(), names(lone)], [['yard'], ['yard'], []]);

  await directory.linked.geofence.update({ ...yard, name: 'depot' });
  assert.deepEqual(names(), ['depot']);
  await directory.linked.geofence.update({ ...yard, area: 'CIRCLE (3 3, 500)' });
  assert.deepEqual(names(), []);
  await directory.linked.geofence.update(yard);
  assert.deepEqual(names(), ['yard']);

  const ramp = await directory.linked.geofence.create({ ...fence(AROUND), name: 'ramp' });
  await linkTo('geofence', ramp.id, van.id);
  await linkTo('geofence', yard.id, van.id);
  assert.deepEqual(
    [names(), names()],
    [
      ['yard', 'ramp'],
      ['yard', 'ramp'],
    ],
  );

  await directory.devices.update({ ...lone, groupId: other.id });
  const moved = { ...lone, groupId: other.id };
  assert.deepEqual(names(moved), []);
  await directory.groups.update({ ...other, groupId: area.id });
  assert.deepEqual(names(moved), ['yard']);
  await directory.linked.geofence.remove(yard.id);
  assert.deepEqual([names(), names(moved)], [['ramp'], []]);
});
