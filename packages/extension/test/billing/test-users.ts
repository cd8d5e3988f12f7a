import type { Clock, Log } from '@rastro/base';
import type { Attributes } from '@rastro/fleet';
import { NO_TERMS, type PresentDevice } from '@rastro/fleet/billing';
import type { ExtensionStorage } from '@rastro/storage';
import { createBillingDeps, type BillingOptions, type BillingDeps } from '../../src/billing/billing-deps.ts';
import type {
  Account,
  Contact,
  UserSource,
  SourceUser,
  ServerChoices,
} from '../../src/billing/user-source.ts';

export const QUIET: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** A clock that stands where it was put. */
export class SetClock implements Clock {
  instant: number;
  constructor(day: string) {
    this.instant = Date.parse(`${day}T12:00:00Z`);
  }
  put(day: string): void {
    this.instant = Date.parse(`${day}T12:00:00Z`);
  }
  now = (): number => this.instant;
  sleep = async (): Promise<void> => {};
}

const PLAIN: Account = {
  email: '',
  administrator: false,
  disabled: false,
  expirationTime: null,
  deviceLimit: -1,
  userLimit: 0,
};

/** Users of a tracking server, made by a test. */
export class TestUsers implements UserSource {
  attributes: Attributes = { 'rastro.enableBilling': true, timezone: 'America/Sao_Paulo' };
  forceSettings = false;
  readonly all = new Map<number, SourceUser>();
  readonly devices = new Map<number, readonly PresentDevice[]>();
  readonly contact = new Map<number, Contact>();
  readonly seen = new Map<number, number>();

  put(
    id: number,
    attributes: Attributes = {},
    managers: readonly number[] = [],
    account: Partial<Account> = {},
  ): this {
    const name = `Customer ${id}`;
    this.all.set(id, { id, name, attributes, managers, account: { ...PLAIN, ...account } });
    return this;
  }
  server = async (): Promise<ServerChoices> => ({
    attributes: this.attributes,
    forceSettings: this.forceSettings,
  });
  users = async (): Promise<readonly SourceUser[]> => [...this.all.values()];
  devicesOf = async (userId: number): Promise<readonly PresentDevice[]> => this.devices.get(userId) ?? [];
  contacts = async (): Promise<ReadonlyMap<number, Contact>> => this.contact;
  lastSeen = async (): Promise<ReadonlyMap<number, number>> => this.seen;
}

/** Attributes of a paying customer. */
export const paying = (more: Attributes = {}): Attributes => ({
  'rastro.billingEnabled': true,
  'rastro.billingFirstDueDay': 10,
  ...more,
});

export const createTestDeps = (
  storage: ExtensionStorage,
  source: UserSource,
  clock: Clock,
  more: Partial<BillingOptions> = {},
): BillingDeps =>
  createBillingDeps({
    storage,
    source: source,
    clock,
    audit: null,
    brand: 'rastro',
    product: 'Rastro',
    brandNameOf: () => null,
    plus: true,
    log: QUIET,
    providerOf: async () => 'manual',
    usualTermsOf: async () => NO_TERMS,
    pixOf: async ({ charge }) => charge?.pixPayload ?? null,
    ...more,
  });
