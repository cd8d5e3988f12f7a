import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStorage, type Storage, type StoredLink } from '@rastro/storage';
import { LinkTable } from './link-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'rastro-links-'));
let storage: Storage;
before(async () => {
  storage = await openStorage({ folder });
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});
const link = (ownerId: number, propertyKind: string, propertyId: number): StoredLink => ({
  ownerKind: 'user',
  ownerId,
  propertyKind,
  propertyId,
});
async function table(...links: readonly StoredLink[]): Promise<LinkTable> {
  await storage.changeLinks([], await storage.links());
  const fresh = new LinkTable(storage);
  await fresh.load();
  await fresh.change(links, []);
  return fresh;
}

test('[DIR-6] links are found from both ends, per kind, and survive a restart', async () => {
  const links = await table(
    link(1, 'device', 5),
    link(1, 'group', 5),
    link(2, 'device', 5),
    link(1, 'device', 6),
  );
  const again = new LinkTable(storage);
  await again.load();
  for (const each of [links, again]) {
    assert.deepEqual(each.of('user', 1, 'device'), new Set([5, 6]));
    assert.deepEqual(each.ownersOf('device', 5, 'user'), new Set([1, 2]));
    assert.deepEqual(each.of('user', 3, 'device'), new Set());
    assert.equal(each.has(link(1, 'group', 5)), true);
    assert.equal(each.has(link(1, 'group', 6)), false);
  }
});

test('[DIR-7] linking twice and unlinking what is not linked change nothing', async () => {
  const links = await table(link(1, 'device', 5), link(1, 'device', 5));
  await links.change([], [link(1, 'device', 99), link(9, 'device', 5)]);
  assert.deepEqual(links.of('user', 1, 'device'), new Set([5]));
  await links.change([], [link(1, 'device', 5)]);
  assert.deepEqual([links.of('user', 1, 'device').size, links.ownersOf('device', 5, 'user').size], [0, 0]);
});

test('[DIR-8] what is removed takes along the links at both of its ends, and no others', async () => {
  const links = await table(
    link(1, 'device', 7),
    link(1, 'group', 7),
    link(7, 'device', 1),
    link(1, 'managedUser', 7),
    link(2, 'device', 8),
  );
  const changes: StoredLink[] = [];
  links.watch((changed) => changes.push(...changed));
  links.forget('user', 7);
  assert.equal(changes.length, 2);
  assert.deepEqual(links.of('user', 1, 'managedUser'), new Set());
  assert.deepEqual(links.ownersOf('device', 1, 'user'), new Set());
  assert.deepEqual(links.of('user', 1, 'device'), new Set([7]), 'a device with the same number');
  links.forget('device', 7);
  assert.deepEqual(links.of('user', 1, 'group'), new Set([7]), 'a group with the same number');
  links.forget('device', 12_345);
  assert.equal(changes.length, 3, 'nothing gone, nobody told');
  assert.deepEqual(links.of('user', 2, 'device'), new Set([8]));
});
