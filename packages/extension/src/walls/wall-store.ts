import { createHash } from 'node:crypto';
import { randomToken, retryOnConflict, type Clock } from '@rastro/base';
import { WALL_LIMITS } from '@rastro/fleet/layouts';
import {
  storedWalls,
  storedWallToken,
  storedWallUse,
  type StoredWall,
  type StoredWalls,
} from '@rastro/fleet/schemas';
import type { Sealing, WallDeps } from './wall-deps.ts';

/** One document for each user: number and contents change together. */
export const WALLS_KIND = 'walls';
/** By hash: whose wall a link opens. */
const TOKENS = 'wallToken';
const USES = 'wallUse';
const PAGE = 200;
/** 192 bits. */
const TOKEN_CHARACTERS = 32;
const TOKEN = new RegExp(`^[\\w-]{${TOKEN_CHARACTERS}}$`);
const USE_STEP_MS = 60_000;

type Storage = WallDeps['storage'];
/** A wall, whose it is, and the login token with which its figures are read. */
export interface OpenedWall {
  readonly userId: number;
  readonly wall: StoredWall;
  readonly loginToken: string;
}
export type NewStoredWall = Omit<StoredWall, 'id' | 'createdAt' | 'hash' | 'sealed'> & {
  readonly loginToken: string;
};
interface Options {
  readonly storage: Storage;
  readonly box: Sealing;
  readonly clock: Clock;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
/** A login token can be opened as that of its wall alone. */
const placeOf = (userId: number, id: number): string => `wall/${userId}/${id}`;
const usageKey = (userId: number, id: number): string => `${userId}/${id}`;

/** Walls of all users. An ended one is gone: it does not come back. */
export class WallStore {
  readonly #storage: Storage;
  readonly #box: Sealing;
  readonly #clock: Clock;
  /** When the use of a wall was last written down here. */
  readonly #noted = new Map<string, number>();

  constructor({ storage, box, clock }: Options) {
    this.#storage = storage;
    this.#box = box;
    this.#clock = clock;
  }

  /** @returns the wall and what its link has, which is returned this once; null = there are enough. */
  async make(
    userId: number,
    { loginToken, ...wanted }: NewStoredWall,
  ): Promise<{ readonly wall: StoredWall; readonly token: string } | null> {
    const token = randomToken(TOKEN_CHARACTERS);
    return retryOnConflict(async () => {
      const { version, stored } = await this.#read(userId);
      const [going, over] = this.#apart(stored);
      if (going.length >= WALL_LIMITS.walls) return null;
      const { next: id } = stored;
      const hash = hashOf(token);
      const sealed = this.#box.seal(loginToken, placeOf(userId, id));
      const wall: StoredWall = { ...wanted, id, createdAt: this.#clock.now(), hash, sealed };
      await this.#storage.commit({
        put: [
          {
            kind: WALLS_KIND,
            key: String(userId),
            body: { next: id + 1, walls: [...going, wall] },
            replaces: version,
          },
          { kind: TOKENS, key: hash, body: { userId, id }, replaces: 0 },
        ],
        remove: over.flatMap((each) => removalsOf(userId, each)),
      });
      return { wall, token };
    });
  }

  /** Those that are not over, the newest first. */
  async of(userId: number): Promise<readonly StoredWall[]> {
    const [going] = this.#apart((await this.#read(userId)).stored);
    return going.toReversed();
  }

  /** Which one a link opens now; null = none, or no more. */
  async opened(token: string): Promise<OpenedWall | null> {
    if (!TOKEN.test(token)) return null;
    const hash = hashOf(token);
    const found = await this.#storage.document(TOKENS, hash);
    if (found === null) return null;
    const { userId, id } = storedWallToken.parse(found.body);
    const { stored } = await this.#read(userId);
    const wall = stored.walls.find((each) => each.id === id && each.hash === hash);
    if (!wall || wall.endsAt <= this.#clock.now()) return null;
    const loginToken = this.#box.open(wall.sealed, placeOf(userId, id));
    return loginToken === null ? null : { userId, wall, loginToken };
  }

  /** @returns the login token of the ended wall, null when it cannot be read; undefined = there is none. */
  end(userId: number, id: number): Promise<string | null | undefined> {
    return retryOnConflict(async () => {
      const { version, stored } = await this.#read(userId);
      const wall = stored.walls.find((each) => each.id === id);
      if (!wall) return undefined;
      const walls = stored.walls.filter((each) => each !== wall);
      await this.#storage.commit({
        put: [{ kind: WALLS_KIND, key: String(userId), body: { ...stored, walls }, replaces: version }],
        remove: removalsOf(userId, wall),
      });
      return this.#box.open(wall.sealed, placeOf(userId, id));
    });
  }

  /** Notes that a screen asks, to about a minute. */
  async used(userId: number, id: number): Promise<void> {
    const [key, usedAt] = [usageKey(userId, id), this.#clock.now()];
    if (usedAt - (this.#noted.get(key) ?? 0) < USE_STEP_MS) return;
    this.#noted.set(key, usedAt);
    await this.#storage.commit({ put: [{ kind: USES, key, body: { usedAt }, replaces: null }] });
  }
  async lastUse(userId: number, id: number): Promise<number | null> {
    const found = await this.#storage.document(USES, usageKey(userId, id));
    return found ? storedWallUse.parse(found.body).usedAt : null;
  }

  #apart({ walls }: StoredWalls): readonly [going: readonly StoredWall[], over: readonly StoredWall[]] {
    const now = this.#clock.now();
    return [walls.filter(({ endsAt }) => endsAt > now), walls.filter(({ endsAt }) => endsAt <= now)];
  }
  async #read(userId: number): Promise<{ readonly version: number; readonly stored: StoredWalls }> {
    const found = await this.#storage.document(WALLS_KIND, String(userId));
    return { version: found?.version ?? 0, stored: storedWalls.parse(found?.body ?? {}) };
  }
}

const removalsOf = (userId: number, { id, hash }: StoredWall) => [
  { kind: TOKENS, key: hash, replaces: null },
  { kind: USES, key: usageKey(userId, id), replaces: null },
];

/** Walls among the data of a user. */
export const wallSubject = (storage: Storage) => ({
  exported: (userId: number) => exportedWalls(storage, userId),
  forget: (userId: number) => forgetWalls(storage, userId),
});

/** Walls of a user as their data are exported: nothing that opens anything. */
async function exportedWalls(storage: Storage, userId: number) {
  const found = await storage.document(WALLS_KIND, String(userId));
  const { walls } = storedWalls.parse(found?.body ?? {});
  return walls.map(({ hash: _hash, sealed: _sealed, createdAt, endsAt, ...wall }) => ({
    ...wall,
    createdTime: new Date(createdAt).toISOString(),
    expiration: new Date(endsAt).toISOString(),
  }));
}

/** Removes everything about the walls of a user. */
async function forgetWalls(storage: Storage, userId: number): Promise<void> {
  const found = await storage.document(WALLS_KIND, String(userId));
  const { walls } = storedWalls.parse(found?.body ?? {});
  const uses: string[] = [];
  for await (const page of storage.documents({ kind: USES, prefix: `${userId}/`, pageSize: PAGE }))
    uses.push(...page.map(({ key }) => key));
  await storage.commit({
    remove: [
      ...walls.map(({ hash }) => ({ kind: TOKENS, key: hash, replaces: null })),
      ...uses.map((key) => ({ kind: USES, key, replaces: null })),
      { kind: WALLS_KIND, key: String(userId), replaces: null },
    ],
  });
}
