import { channelsIn, type NotificationChannel } from '@rastro/fleet';
import type { NotificationBody } from '@rastro/fleet/schemas';
import type { StoredEvent } from '@rastro/storage';
import type { Visibility } from '../access/visibility.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { WhatApplies } from '../access/what-applies.ts';
import { matchesRule } from './match-rule.ts';

/** A rule that an event fulfils, and the users it notifies. */
export interface Match {
  readonly rule: NotificationBody;
  readonly userIds: readonly number[];
}
type ByType = ReadonlyMap<string, readonly NotificationBody[]>;

/**
 * Finds the rules of an event. What is made of links and rules is cached until exactly that changes, so an event costs
 * a lookup of the rules of its own type that concern its device.
 */
export class RuleIndex {
  readonly #directory: Directory;
  readonly #visibility: Visibility;
  readonly #linked: (device: DeviceEntity) => readonly ByType[];
  /** Rules for everything that a user sees, by user. */
  readonly #always = new Map<number, ByType>();
  /** Channels that the rules of a user use. */
  readonly #channels = new Map<number, ReadonlySet<string>>();
  /** Number of rules by type: of most there are none. */
  readonly #count = new Map<string, number>();

  constructor(directory: Directory, visibility: Visibility, applies: WhatApplies) {
    this.#directory = directory;
    this.#visibility = visibility;
    this.#linked = applies.layers('notification', byType);
    for (const { type } of directory.linked.notification.inOrder()) this.#add(type, 1);
    directory.linked.notification.watch(({ before, after }) => {
      if (before) this.#add(before.type, -1);
      if (after) this.#add(after.type, 1);
      const id = (after ?? before)?.id ?? 0;
      for (const userId of directory.links.ownersOf('notification', id, 'user')) this.#forget(userId);
    });
    directory.links.watch((changed) => {
      for (const { ownerKind, ownerId, propertyKind } of changed)
        if (ownerKind === 'user' && propertyKind === 'notification') this.#forget(ownerId);
    });
  }

  /** @source docs/reference/tracking-api.md §8.1, 2 to 4: linked to the device or its groups, or `always`. */
  matches(event: StoredEvent): readonly Match[] {
    if (!this.#count.has(event.type)) return [];
    const device = this.#directory.devices.get(event.deviceId);
    if (!device) return [];
    const viewers = this.#visibility.viewersOf(device);
    const rules = new Set<NotificationBody>();
    for (const layer of this.#linked(device)) for (const rule of layer.get(event.type) ?? []) rules.add(rule);
    for (const userId of viewers)
      for (const rule of this.#alwaysOf(userId).get(event.type) ?? []) rules.add(rule);
    const { links } = this.#directory;
    const matches: Match[] = [];
    for (const rule of rules) {
      if (!matchesRule(rule, event)) continue;
      const owners = links.ownersOf('notification', rule.id, 'user');
      const userIds = [...owners].filter((id) => viewers.has(id)).toSorted((a, b) => a - b);
      if (userIds.length > 0) matches.push({ rule, userIds });
    }
    return matches;
  }

  /** Whether any rule is about events of a type. */
  hasType(type: string): boolean {
    return this.#count.has(type);
  }
  /** Whether a user has any rule that uses a channel. */
  hasRuleBy(userId: number, channel: NotificationChannel): boolean {
    let channels = this.#channels.get(userId);
    if (!channels) {
      channels = new Set(this.#rulesOf(userId).flatMap(({ notificators }) => channelsIn(notificators)));
      this.#channels.set(userId, channels);
    }
    return channels.has(channel);
  }

  #rulesOf(userId: number): readonly NotificationBody[] {
    const { links, linked } = this.#directory;
    return [...links.of('user', userId, 'notification')].flatMap((id) => linked.notification.get(id) ?? []);
  }
  #forget(userId: number): void {
    this.#always.delete(userId);
    this.#channels.delete(userId);
  }
  #alwaysOf(userId: number): ByType {
    let rules = this.#always.get(userId);
    if (!rules) {
      this.#always.set(userId, (rules = byType(this.#rulesOf(userId).filter(({ always }) => always))));
    }
    return rules;
  }
  #add(type: string, more: number): void {
    const count = (this.#count.get(type) ?? 0) + more;
    if (count > 0) this.#count.set(type, count);
    else this.#count.delete(type);
  }
}

const byType = (rules: readonly NotificationBody[]): ByType => Map.groupBy(rules, ({ type }) => type);
