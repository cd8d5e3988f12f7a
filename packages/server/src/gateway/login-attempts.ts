import { Throttle, type Clock } from '@rastro/base';
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
 * block them (docs/decisions/identity.md).
 */
export class LoginAttempts {
  readonly #perPair: Throttle;
  readonly #perAccount: Throttle;
  readonly #perAddress: Throttle;
  /** Account and address that belong together: the password was right there. */
  readonly #known = new Set<string>();
  /** Requests that wait for the outcome of passwords under way, by address. */
  readonly #inFlight = new Map<string, { count: number; wake: (() => void)[] }>();

  constructor(clock: Clock) {
    this.#perPair = new Throttle(PER_PAIR, WINDOW_MS, clock);
    this.#perAccount = new Throttle(PER_ACCOUNT, WINDOW_MS, clock);
    this.#perAddress = new Throttle(PER_ADDRESS, WINDOW_MS, clock);
  }

  /** Called before a password is checked. @returns seconds to wait when it may not be. */
  async begin(account: string, from: string): Promise<LoginAttempt | number> {
    const address = addressKey(from);
    for (;;) {
      const seconds = this.#waitSeconds(account, address);
      if (seconds === 0) return this.#attempt(account, address);
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
