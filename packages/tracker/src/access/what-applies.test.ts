import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStorage, type Storage } from '@rastro/storage';
import { Visibility } from './visibility.ts';
import { Directory, type DeviceEntity } from '../directory/directory.ts';
import { WhatApplies } from './what-applies.ts';

const folder = mkdtempSync(join(tmpdir(), 'rastro-applies-'));
let storage: Storage;
before(async () => {
  storage = await openStorage({ folder });
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

let serial = 0;
async function world() {
  const directory = await Directory.load(storage, 'rastro');
  const applies = new WhatApplies(directory, new Visibility(directory));
  const group = (groupId = 0) => directory.groups.create({ name: 'G', groupId, attributes: {} });
  const device = (groupId: number): Promise<DeviceEntity> =>
    directory.devices.create({ ...PLAIN, groupId, uniqueId: `applies-${serial++}` });
  const fence = (name: string) =>
    directory.linked.geofence.create({
      name,
      attributes: {},
      description: null,
      area: 'CIRCLE (1 1, 5)',
      calendarId: 0,
    });
  const link = (ownerKind: string, ownerId: number, propertyId: number) => ({
    ownerKind,
    ownerId,
    propertyKind: 'geofence',
    propertyId,
  });
  return { directory, applies, group, device, fence, link };
}
const PLAIN = {
  attributes: {},
  calendarId: 0,
  name: 'Van',
  phone: null,
  model: null,
  contact: null,
  category: null,
  disabled: false,
  expirationTime: null,
};

test('[PIPE-15] links of the device, its group and all groups above apply, each once', async () => {
  const { directory, applies, group, device, fence, link } = await world();
  const top = await group();
  const middle = await group(top.id);
  const low = await group(middle.id);
  const van = await device(low.id);
  const [own, ofTop, twice, foreign] = [
    await fence('a'),
    await fence('b'),
    await fence('c'),
    await fence('d'),
  ];
  await directory.links.change(
    [
      link('device', van.id, own.id),
      link('device', van.id, twice.id),
      link('group', top.id, twice.id),
      link('group', top.id, ofTop.id),
      link('user', 1, foreign.id),
    ],
    [],
  );
  assert.deepEqual(
    applies.entities(van, 'geofence').map(({ name }) => name),
    ['a', 'c', 'b'],
  );
  assert.equal(applies.applies(van, 'geofence', ofTop.id), true);
  assert.equal(applies.applies(van, 'geofence', foreign.id), false);
});

test('[PIPE-16] what is made of a layer is kept until a link, an entity or the group of the device changes', async () => {
  const { directory, applies, group, device, fence, link } = await world();
  const [first, second] = [await group(), await group()];
  const vans = await Promise.all(Array.from({ length: 20 }, () => device(first.id)));
  const [van] = vans;
  assert.ok(van);
  let made = 0;
  const layers = applies.layers('geofence', (fences) => (made++, fences.map(({ name }) => name)));
  const names = (of: DeviceEntity) => layers(of).flat();

  const yard = await fence('yard');
  await directory.links.change([link('group', first.id, yard.id), link('device', van.id, yard.id)], []);
  for (const each of vans) assert.ok(names(each).includes('yard'));
  assert.equal(made, 2, 'one for the group, one for the device with a link of its own');

  await directory.linked.geofence.update({ ...yard, name: 'depot' });
  assert.equal(made, 2, 'nothing is made before somebody asks');
  for (const each of vans) assert.ok(names(each).includes('depot'));
  assert.equal(made, 4);

  const elsewhere = await fence('elsewhere');
  await directory.links.change([link('group', second.id, elsewhere.id)], []);
  for (const each of vans) names(each);
  assert.equal(made, 4, 'links of another group cost nothing');

  const moved = await directory.devices.update({ ...van, groupId: second.id });
  assert.deepEqual(names(moved), ['depot', 'elsewhere']);
  await directory.groups.update({ ...second, groupId: first.id });
  assert.deepEqual(names(moved), ['depot', 'elsewhere', 'depot'], 'the group moved below another');
  await directory.linked.geofence.remove(yard.id);
  assert.deepEqual(names(moved), ['elsewhere']);
});
