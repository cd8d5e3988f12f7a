import type { WallDeps } from './wall-deps.ts';
import type { WallStore } from './wall-store.ts';
import type { LitWall } from './wall-view.ts';

/** However often screens ask, whether a wall is still allowed is asked once in this time. */
const CHECK_MS = 500;
const MAX_KNOWN = 10_000;

type Deps = Pick<WallDeps, 'holderOf' | 'clientWith' | 'clock'>;
interface Check {
  readonly until: number;
  readonly answer: Promise<LitWall | null>;
}

/**
 * Walls that may be shown at this moment: the link is right, its time is not over, and its owner may sign in. Whoever is
 * suspended, disabled or gone, or has ended the login token, leaves their walls dark.
 */
export class LitWalls {
  readonly #deps: Deps;
  readonly #store: Pick<WallStore, 'opened'>;
  readonly #checks = new Map<string, Check>();

  constructor(deps: Deps, store: Pick<WallStore, 'opened'>) {
    this.#deps = deps;
    this.#store = store;
  }

  /** Null = dark. @throws when the tracking server cannot be asked. */
  find(token: string): Promise<LitWall | null> {
    const now = this.#deps.clock.now();
    const known = this.#checks.get(token);
    // A clock that is set back lights no wall for longer.
    if (known && known.until > now && known.until - now <= CHECK_MS) return known.answer;
    const check: Check = { until: now + CHECK_MS, answer: this.#look(token) };
    this.#checks.delete(token);
    this.#checks.set(token, check);
    const [oldest] = this.#checks.keys();
    if (this.#checks.size > MAX_KNOWN && oldest !== undefined) this.#checks.delete(oldest);
    check.answer.then(
      (wall) => wall === null && this.#checks.delete(token),
      () => this.#checks.delete(token),
    );
    return check.answer;
  }

  async #look(token: string): Promise<LitWall | null> {
    const opened = await this.#store.opened(token);
    if (opened === null) return null;
    const { userId, wall, loginToken } = opened;
    const user = await this.#deps.holderOf(loginToken);
    return user?.id === userId ? { wall, user, client: this.#deps.clientWith(loginToken) } : null;
  }
}
