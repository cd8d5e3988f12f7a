import type { Visibility } from './visibility.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { LinkedEntities, LinkedKind } from '../directory/linked-tables.ts';

type OwnerKind = 'device' | 'group';
type Owner = readonly [OwnerKind, number];

/**
 * Entities that apply to a device: linked to it, to its group, and to all groups above.
 * @source docs/reference/tracking-api.md §5.3 (there three levels; here at any depth)
 */
export class WhatApplies {
  readonly #directory: Directory;
  readonly #visibility: Visibility;
  /** Owners of links that reach a device, nearest first. Cleared when the tree of groups changes. */
  #owners = new WeakMap<DeviceEntity, readonly Owner[]>();

  constructor(directory: Directory, visibility: Visibility) {
    this.#directory = directory;
    this.#visibility = visibility;
    directory.groups.watch(() => {
      this.#owners = new WeakMap();
    });
  }

  /** Each once, the device's own first, then those of its group, then of the group above … */
  entities<K extends LinkedKind>(device: DeviceEntity, kind: K): readonly LinkedEntities[K][] {
    const ids = new Set<number>();
    for (const [ownerKind, ownerId] of this.#ownersOf(device)) {
      for (const id of this.#directory.links.of(ownerKind, ownerId, kind)) ids.add(id);
    }
    return [...ids].flatMap((id) => this.#entity(kind, id));
  }

  /** The same for who asks with every record: what one owner links is put together once. */
  known<K extends LinkedKind>(kind: K): (device: DeviceEntity) => readonly LinkedEntities[K][] {
    const layersOf = this.layers(kind, (entities) => entities);
    return (device) => {
      const layers = layersOf(device);
      return layers.length < 2 ? (layers[0] ?? []) : [...new Set(layers.flat())];
    };
  }

  applies(device: DeviceEntity, kind: LinkedKind, id: number): boolean {
    for (const [ownerKind, ownerId] of this.#ownersOf(device)) {
      if (this.#directory.links.of(ownerKind, ownerId, kind).has(id)) return true;
    }
    return false;
  }

  /**
   * Computes a value once for each owner of links of a kind (a device or a group) and caches it until exactly that
   * changes: 10,000 devices of a group share the value of the group's links, and an edited entity affects only the
   * owners that link it, when they are next asked.
   * @param make From the entities that one owner links; not called for an owner without any.
   * @returns gives the layers of a device, nearest first. An entity linked at two levels is in two layers.
   */
  layers<K extends LinkedKind, T>(
    kind: K,
    make: (entities: readonly LinkedEntities[K][]) => T,
  ): (device: DeviceEntity) => readonly T[] {
    const { links, linked } = this.#directory;
    const made = { device: new Map<number, T>(), group: new Map<number, T>() };
    /** Those of a group and the groups above: one list for all its devices, which ask with every record. */
    const ofGroup = new Map<number, readonly T[]>();
    this.#directory.groups.watch(() => ofGroup.clear());
    links.watch((changed) => {
      for (const { ownerKind, ownerId, propertyKind } of changed) {
        if (propertyKind !== kind || !isOwner(ownerKind)) continue;
        made[ownerKind].delete(ownerId);
        ofGroup.clear();
      }
    });
    linked[kind].watch(({ before, after }) => {
      const id = (after ?? before)?.id ?? 0;
      for (const ownerKind of ['device', 'group'] as const) {
        for (const ownerId of links.ownersOf(kind, id, ownerKind)) made[ownerKind].delete(ownerId);
      }
      ofGroup.clear();
    });
    const layersOf = (ownerKind: OwnerKind, ownerId: number): readonly T[] => {
      const ids = links.of(ownerKind, ownerId, kind);
      if (ids.size === 0) return [];
      let layer = made[ownerKind].get(ownerId);
      if (layer === undefined) {
        layer = make([...ids].flatMap((id) => this.#entity(kind, id)));
        made[ownerKind].set(ownerId, layer);
      }
      return [layer];
    };
    return ({ id, groupId }) => {
      let inherited = ofGroup.get(groupId);
      if (inherited === undefined) {
        inherited = [...this.#visibility.groupChain(groupId)].flatMap((each) => layersOf('group', each));
        ofGroup.set(groupId, inherited);
      }
      if (links.of('device', id, kind).size === 0) return inherited;
      return [...layersOf('device', id), ...inherited];
    };
  }

  #ownersOf(device: DeviceEntity): readonly Owner[] {
    let owners = this.#owners.get(device);
    if (!owners) {
      const groups = Array.from(this.#visibility.groupChain(device.groupId), (id): Owner => ['group', id]);
      this.#owners.set(device, (owners = [['device', device.id], ...groups]));
    }
    return owners;
  }
  #entity<K extends LinkedKind>(kind: K, id: number): LinkedEntities[K] | [] {
    return this.#directory.linked[kind].get(id) ?? [];
  }
}

const isOwner = (kind: string): kind is OwnerKind => kind === 'device' || kind === 'group';
