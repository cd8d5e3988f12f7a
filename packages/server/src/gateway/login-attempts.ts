import { createHash } from 'node:crypto';
import { host } from '@rastro/base/host';
import { ALONE, randomToken, Throttle, type Clock, type LimitNews, type Limits } from '@rastro/base';
import { addressKey } from '@rastro/base/addresses';

/** Wrong passwords for one account from one address. */
const PER_PAIR = 10;
/** Wrong passwords for one account from all addresses. */
const PER_ACCOUNT = 100;
/** Wrong passwords from one address: after these every account has one try from there. */
const PER_ADDRESS = 100;
/** After these an address is closed to all accounts that have never signed in there. */
const MAX_PER_ADDRESS = 1000;
const WINDOW_MS = 900_000;
const MAX_KNOWN = 100_000;

/** After so long another node has died with the password that it checked. */
const ELSEWHERE_MS = 30_000;

/** One password that is being checked. Its outcome is reported once. */
export interface LoginAttempt {
  readonly right: () => void;
  readonly wrong: () => void;
  /** Nobody knows: the server was in trouble. */
  readonly unknown: () => void;
}

/**
 * Limits how often passwords may be tried. Each attempt is counted before it is checked and given back if it was right,
 * so that many at once pass no limit. At an address where a user has signed in before, only their own wrong passwords
 * block them (docs/decisions/identity.md). All nodes count together: an attempt at another one is an attempt here.
 */
export class LoginAttempts {
  readonly #perPair: Throttle;
  readonly #perAccount: Throttle;
  readonly #perAddress: Throttle;
  /** Account and address that belong together: the password was right there. */
  readonly #known = new Set<string>();
  /** Requests that wait for the outcome of passwords under way, by address. */
  readonly #inFlight = new Map<string, { count: number; wake: (() => void)[] }>();
  /** Under way at other nodes. */
  readonly #elsewhere = new Map<string, LoginAttempt>();
  readonly #publish: (news: LimitNews) => void;

  constructor(clock: Clock, limits: Limits = ALONE) {
    this.#publish = limits.join('logins', (news) => this.#follow(news));
    this.#perPair = new Throttle(PER_PAIR, WINDOW_MS, clock);
    this.#perAccount = new Throttle(PER_ACCOUNT, WINDOW_MS, clock);
    this.#perAddress = new Throttle(PER_ADDRESS, WINDOW_MS, clock);
  }

  /** Called before a password is checked. @returns seconds to wait when it may not be. */
  async begin(name: string, from: string): Promise<LoginAttempt | number> {
    const address = addressKey(from);
    // Some type their password in here: other nodes hear no name.
    const account = createHash('sha256').update(name).digest('base64');
    for (;;) {
      const seconds = this.#waitSeconds(account, address);
      if (seconds === 0) return this.#announced(account, address);
      // Those under way may be right and free their places: ten tabs that open at once are no attack.
      const others = this.#inFlight.get(address);
      if (!others) return seconds;
      await new Promise<void>((resolve) => others.wake.push(resolve));
    }
  }

  #waitSeconds(account: string, address: string): number {
    const pair = pairOf(account, address);
    const ofPair = this.#perPair.waitSeconds(pair);
    if (this.#known.has(pair)) return ofPair;
    const isTried = this.#perPair.waitSeconds(pair, 1) > 0;
    return Math.max(
      ofPair,
      this.#perAccount.waitSeconds(account),
      this.#perAddress.waitSeconds(address, isTried ? PER_ADDRESS : MAX_PER_ADDRESS),
    );
  }

  /** An attempt that the other nodes count, too. */
  #announced(account: string, address: string): LoginAttempt {
    const attempt = this.#attempt(account, address);
    const id = randomToken(16);
    this.#publish({ id, account, address });
    const over = (outcome: keyof LoginAttempt): (() => void) => {
      return () => {
        attempt[outcome]();
        this.#publish({ id, outcome });
      };
    };
    return { right: over('right'), wrong: over('wrong'), unknown: over('unknown') };
  }
  #follow({ id = '', account = '', address = '', outcome }: LimitNews): void {
    const key = String(id);
    if (outcome === undefined) {
      const attempt = this.#attempt(String(account), String(address));
      this.#elsewhere.set(key, attempt);
      host.setTimeout(() => this.#settle(key, 'wrong'), ELSEWHERE_MS).unref();
    } else if (outcome === 'right' || outcome === 'wrong' || outcome === 'unknown')
      this.#settle(key, outcome);
  }
  #settle(id: string, outcome: keyof LoginAttempt): void {
    const attempt = this.#elsewhere.get(id);
    this.#elsewhere.delete(id);
    attempt?.[outcome]();
  }

  #attempt(account: string, address: string): LoginAttempt {
    const pair = pairOf(account, address);
    const giveBack = (): void => {
      this.#perPair.giveBack(pair);
      this.#perAccount.giveBack(account);
      this.#perAddress.giveBack(address);
    };
    this.#perPair.count(pair);
    this.#perAccount.count(account);
    this.#perAddress.count(address);
    this.#enter(address);
    return {
      right: () => {
        giveBack();
        this.#perPair.forgive(pair);
        this.#remember(pair);
        this.#leave(address);
      },
      wrong: () => this.#leave(address),
      unknown: () => {
        giveBack();
        this.#leave(address);
      },
    };
  }

  #enter(address: string): void {
    const under = this.#inFlight.get(address) ?? { count: 0, wake: [] };
    under.count++;
    this.#inFlight.set(address, under);
  }
  #leave(address: string): void {
    const under = this.#inFlight.get(address);
    if (!under) return;
    under.count--;
    if (under.count === 0) this.#inFlight.delete(address);
    for (const wake of under.wake.splice(0)) wake();
  }

  #remember(pair: string): void {
    this.#known.delete(pair);
    const [oldest] = this.#known;
    if (this.#known.size >= MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#known.add(pair);
  }
}

const pairOf = (account: string, address: string): string => `${address} ${account}`;
