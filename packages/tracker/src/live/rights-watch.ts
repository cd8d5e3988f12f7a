import { isHiddenDevice } from '@rastro/fleet';
import type { StoredLink } from '@rastro/storage';
import type { Visibility } from '../access/visibility.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';

/** Changes in the rights of a user since the last message. */
export interface RightsNews {
  readonly userId: number;
  /** Devices that became visible, and those that no longer are. */
  readonly came: readonly number[];
  readonly gone: readonly number[];
  /** Things to read again: `session`, `server`, or a kind with changed links, e.g. `geofence`. */
  readonly changed: ReadonlySet<string>;
}

interface Watched {
  /** Devices that the user's browsers know of. */
  seen: Set<number>;
  readonly changed: Set<string>;
  /** Groups may have changed the visible devices: all of them are compared. */
  isUnsure: boolean;
  /** Only these devices are compared. */
  readonly unsure: Set<number>;
}

/**
 * Follows which devices users with open browsers may see. A change marks those whom it may concern; the result is
 * computed on request, so that a hundred changes at once cost one comparison.
 */
export class RightsWatch {
  readonly #directory: Directory;
  readonly #visibility: Visibility;
  readonly #watched = new Map<number, Watched>();
  /** Devices that were added, removed or moved between groups. */
  readonly #moved = new Set<number>();
  readonly #onNews: () => void;
  #hasNews = false;
  readonly #stops: readonly (() => void)[];

  /** @param onNews Called when there may be news to `take`. */
  constructor(directory: Directory, visibility: Visibility, onNews: () => void) {
    this.#directory = directory;
    this.#visibility = visibility;
    this.#onNews = () => {
      this.#hasNews = true;
      onNews();
    };
    this.#stops = [
      directory.links.watch((links) => this.#linked(links)),
      directory.devices.watch(({ before, after }) => {
        const isHidden = before && after && isHiddenDevice(before) !== isHiddenDevice(after);
        if (before?.groupId !== after?.groupId || !after || isHidden)
          this.#deviceMoved((after ?? before)?.id ?? 0);
      }),
      directory.groups.watch(() => this.#grouped()),
      directory.users.watch(({ after }) => {
        if (after) this.#mark(after.id, 'session');
      }),
      directory.watchServer(() => {
        for (const userId of this.#watched.keys()) this.#mark(userId, 'server');
      }),
    ];
  }

  /** Called when the first browser of a user opens. */
  open(userId: number): void {
    const seen = this.#visibility.visibleDeviceIds(userId);
    this.#watched.set(userId, { seen, changed: new Set(), isUnsure: false, unsure: new Set() });
  }
  /** Called when the last browser of a user closes. */
  forget(userId: number): void {
    this.#watched.delete(userId);
  }
  close(): void {
    for (const stop of this.#stops) stop();
  }

  /** There may be something to `take`. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  /** Returns the changes of users who have any. */
  take(): readonly RightsNews[] {
    this.#hasNews = false;
    const moved = [...this.#moved];
    this.#moved.clear();
    const all: RightsNews[] = [];
    for (const [userId, watched] of this.#watched) {
      const { changed, isUnsure, unsure } = watched;
      if (moved.length === 0 && changed.size === 0 && !isUnsure && unsure.size === 0) continue;
      const news = isUnsure
        ? this.#compareAll(userId, watched)
        : this.#compare(userId, watched, new Set([...moved, ...unsure]));
      if (news.came.length > 0 || news.gone.length > 0 || changed.size > 0)
        all.push({ userId, ...news, changed: new Set(changed) });
      changed.clear();
      unsure.clear();
      watched.isUnsure = false;
    }
    return all;
  }

  #linked(links: readonly StoredLink[]): void {
    for (const { ownerKind, ownerId, propertyKind, propertyId } of links) {
      const watched = ownerKind === 'user' ? this.#watched.get(ownerId) : undefined;
      if (!watched) continue;
      if (propertyKind === 'device') watched.unsure.add(propertyId);
      else watched.changed.add(propertyKind === 'managedUser' ? 'user' : propertyKind);
      if (propertyKind === 'group') watched.isUnsure = true;
      this.#onNews();
    }
  }
  #deviceMoved(deviceId: number): void {
    if (this.#watched.size === 0) return;
    this.#moved.add(deviceId);
    this.#onNews();
  }
  /** A tree of groups that a user sees a part of may have changed anywhere. */
  #grouped(): void {
    for (const [userId, watched] of this.#watched) {
      if (this.#directory.links.of('user', userId, 'group').size === 0) continue;
      watched.isUnsure = true;
      this.#mark(userId, 'group');
    }
  }
  #mark(userId: number, what: string): void {
    const watched = this.#watched.get(userId);
    if (!watched) return;
    watched.changed.add(what);
    this.#onNews();
  }

  #compareAll(userId: number, watched: Watched) {
    const before = watched.seen;
    watched.seen = this.#visibility.visibleDeviceIds(userId);
    return {
      came: [...watched.seen].filter((id) => !before.has(id)),
      gone: [...before].filter((id) => !watched.seen.has(id)),
    };
  }
  #compare(userId: number, { seen }: Watched, deviceIds: ReadonlySet<number>) {
    const [came, gone]: [number[], number[]] = [[], []];
    for (const id of deviceIds) {
      const device: DeviceEntity | undefined = this.#directory.devices.get(id);
      const isSeen = device !== undefined && this.#visibility.seesDevice(userId, device);
      if (isSeen === seen.has(id)) continue;
      (isSeen ? came : gone).push(id);
      if (isSeen) seen.add(id);
      else seen.delete(id);
    }
    return { came, gone };
  }
}
