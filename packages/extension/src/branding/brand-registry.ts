import { createHash } from 'node:crypto';
import { host } from '@rastro/base/host';
import type { BrandingConfig, BrandTheme } from '@rastro/fleet';
import type { ExtensionBatch, ExtensionStorage } from '@rastro/storage';
import { brandingConfig, type BrandingSettings } from './branding-config.ts';
import { hostNameOf } from './host-name.ts';
import {
  KINDS,
  readBrand,
  readClaim,
  readHeld,
  type Claim,
  type HeldDomain,
  type StoredBrand,
} from './stored-brands.ts';

type Store = Pick<ExtensionStorage, 'documents' | 'document' | 'commit'>;
/** The brand of the installation; every other brand belongs to a reseller, by user id. */
export const INSTALLATION = 0;
/** Of one brand. */
export const MAX_DOMAINS = 20;
export const TOKEN_LENGTH = 32;

/** A brand as browsers get it. The same object while it is unchanged. */
export interface PublishedBrand {
  readonly owner: number;
  readonly config: BrandingConfig;
  readonly etag: string;
}
export interface BrandRegistryOptions {
  readonly storage: Store;
  readonly settings: BrandingSettings;
  /** Where pictures are served, with a slash at its end. */
  readonly filesPath: string;
  /** Absent = changes of other processes are only found by looking for them. */
  readonly news?: BrandNews;
}
/** Joins processes that show the same brands. */
export interface BrandNews {
  /** Tells the others that something was written. */
  announce(): void;
  /** @returns a function that ends it. */
  follow(onNews: () => void): () => void;
}
const PAGE_SIZE = 500;
/** Longest delay until a brand that another process published appears here. */
const FOLLOW_MS = 1000;
const CHANGED = { kind: KINDS.change, key: 'all', body: {}, replaces: null };

/**
 * All brands and their domains, in memory: requests by host wait for no disk. One per process; changes of another
 * process are read again.
 */
export class BrandRegistry {
  readonly #options: BrandRegistryOptions;
  readonly #brands = new Map<number, StoredBrand>();
  #held = new Map<string, HeldDomain>();
  /** By owner; null = to be rebuilt. */
  #domains: ReadonlyMap<number, string> | null = null;
  #claims = new Map<string, Claim>();
  readonly #published = new Map<number, PublishedBrand>();
  #last: Promise<unknown> = Promise.resolve();
  #catchingUp: Promise<void> | null = null;
  /** Of the document of changes, when all was read. */
  #version = -1;

  private constructor(options: BrandRegistryOptions) {
    this.#options = options;
  }

  static async open(options: BrandRegistryOptions): Promise<BrandRegistry> {
    const registry = new BrandRegistry(options);
    await registry.#catchUp();
    return registry;
  }

  /** Reads again what another process has changed. @returns ends it. */
  follow(failed: (error: unknown) => void): () => void {
    const catchUp = (): Promise<void> => this.alone(async () => {}).catch(failed);
    const timer = host.setInterval(() => void catchUp(), FOLLOW_MS);
    const stop = this.#options.news?.follow(() => {
      const catchingUp = catchUp().then(() => {
        if (this.#catchingUp === catchingUp) this.#catchingUp = null;
      });
      this.#catchingUp = catchingUp;
    });
    return () => {
      host.clearInterval(timer);
      stop?.();
    };
  }
  /** Resolves when what others have announced is shown; null = it is. */
  get catchingUp(): Promise<void> | null {
    return this.#catchingUp;
  }

  /** Brand of a host; an unverified host gets the brand of the installation. */
  forHost(host: string): PublishedBrand {
    return this.published(this.#held.get(hostNameOf(host))?.owner ?? INSTALLATION);
  }
  /** The verified domain that a host is, and whose; null = nobody's. */
  domainAt(host: string): { readonly domain: string; readonly owner: number } | null {
    const domain = hostNameOf(host);
    const held = this.#held.get(domain);
    return held ? { domain, owner: held.owner } : null;
  }
  /** A verified domain of an owner's brand, of several the first by name; null = there is none. */
  domainOf(owner: number): string | null {
    this.#domains ??= new Map(
      [...this.#held].toSorted(([a], [b]) => (a < b ? 1 : -1)).map(([domain, held]) => [held.owner, domain]),
    );
    return this.#domains.get(owner) ?? null;
  }
  /** The token of who has this domain, for whom it leads here; null = nobody. */
  tokenFor(host: string): string | null {
    return this.#held.get(hostNameOf(host))?.token ?? null;
  }
  published(owner: number): PublishedBrand {
    const known = this.#published.get(owner);
    if (known) return known;
    const theme = this.#brands.get(owner)?.published ?? null;
    const config = this.#configOf(theme);
    const etag = `"${createHash('sha256').update(JSON.stringify(config)).digest('base64url').slice(0, 22)}"`;
    const published = { owner, config, etag };
    this.#published.set(owner, published);
    return published;
  }
  brand = (owner: number): StoredBrand => this.#brands.get(owner) ?? readBrand(null);
  held = (domain: string): HeldDomain | null => this.#held.get(domain) ?? null;
  allHeld = (): readonly (readonly [string, HeldDomain])[] => [...this.#held];
  claim = (owner: number, domain: string): Claim | null => this.#claims.get(claimKey(owner, domain)) ?? null;
  claimsOf = (owner: number): readonly Claim[] =>
    [...this.#claims].filter(([key]) => key.startsWith(`${owner} `)).map(([, claim]) => claim);

  /** Changes come one after another: each sees what the one before has left, in another process, too. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const caughtUp = async (): Promise<T> => {
      await this.#catchUp();
      return work();
    };
    const next = this.#last.then(caughtUp, caughtUp);
    this.#last = next.catch(() => {});
    return next;
  }
  /** Durable when it resolves, and shown from then on. */
  async writeBrand(owner: number, brand: StoredBrand, rest: ExtensionBatch = {}): Promise<void> {
    const put = { kind: KINDS.brand, key: String(owner), body: brand, replaces: null };
    await this.#commit({ ...rest, put: [put, CHANGED, ...(rest.put ?? [])] });
    this.#brands.set(owner, brand);
    // Others may go by the name of the installation.
    if (owner === INSTALLATION) this.#published.clear();
    else this.#published.delete(owner);
  }
  async writeClaim(owner: number, claim: Claim): Promise<void> {
    const key = claimKey(owner, claim.domain);
    const put = [{ kind: KINDS.claim, key, body: claim, replaces: null }, CHANGED];
    await this.#commit({ put });
    this.#claims.set(key, claim);
  }
  /** Gives a domain to its owner. @throws StorageError CONFLICT when another owner has got it meanwhile. */
  async writeHeld(domain: string, held: HeldDomain, rest: ExtensionBatch = {}): Promise<void> {
    const replaces = this.#held.has(domain) ? null : 0;
    const put = [{ kind: KINDS.domain, key: domain, body: held, replaces }, CHANGED];
    await this.#commit({ ...rest, put });
    this.#held.set(domain, held);
    this.#domains = null;
  }
  /** Nobody has it from now on; with its claim, when that is given up too. */
  async removeHeld(domain: string, claimOf: number | null): Promise<void> {
    const held = this.#held.has(domain) && (claimOf === null || this.#held.get(domain)?.owner === claimOf);
    const claim = claimOf === null ? null : claimKey(claimOf, domain);
    const remove = [
      ...(held ? [{ kind: KINDS.domain, key: domain, replaces: null }] : []),
      ...(claim === null ? [] : [{ kind: KINDS.claim, key: claim, replaces: null }]),
    ];
    await this.#commit({ remove, put: [CHANGED] });
    if (held) this.#held.delete(domain);
    this.#domains = null;
    if (claim !== null) this.#claims.delete(claim);
  }

  async #commit(batch: ExtensionBatch): Promise<void> {
    await this.#options.storage.commit(batch);
    this.#options.news?.announce();
  }
  async #catchUp(): Promise<void> {
    const { storage } = this.#options;
    const version = (await storage.document(KINDS.change, CHANGED.key))?.version ?? 0;
    if (version === this.#version) return;
    const brands = await this.#all(KINDS.brand, readBrand);
    const held = await this.#all(KINDS.domain, readHeld);
    const claims = await this.#all(KINDS.claim, readClaim);
    const before = JSON.stringify(this.brand(INSTALLATION));
    this.#held = held;
    this.#domains = null;
    this.#claims = claims;
    for (const owner of new Set([...this.#brands.keys(), ...[...brands.keys()].map(Number)])) {
      const now = brands.get(String(owner));
      if (JSON.stringify(now) === JSON.stringify(this.#brands.get(owner))) continue;
      if (now) this.#brands.set(owner, now);
      else this.#brands.delete(owner);
      this.#published.delete(owner);
    }
    // Others may go by the name of the installation.
    if (JSON.stringify(this.brand(INSTALLATION)) !== before) this.#published.clear();
    this.#version = version;
  }
  async #all<T>(kind: string, read: (body: unknown) => T): Promise<Map<string, T>> {
    const found = new Map<string, T>();
    const pages = this.#options.storage.documents({ kind, prefix: '', pageSize: PAGE_SIZE });
    for await (const page of pages) for (const { key, body } of page) found.set(key, read(body));
    return found;
  }

  /** Leaves out what a brand does not set; only name and maps fall back to the installation's. */
  #configOf(theme: BrandTheme | null): BrandingConfig {
    const { settings, filesPath } = this.#options;
    const plain = brandingConfig(settings);
    if (theme === null) return plain;
    const own = this.#brands.get(INSTALLATION)?.published?.title ?? '';
    const orNull = (text: string): string | null => (text === '' ? null : text);
    return {
      ...plain,
      title: theme.title || own || plain.title,
      headLogo: theme.headLogo === '' ? null : filesPath + theme.headLogo,
      whatsapp: orNull(theme.whatsapp),
      androidApp: orNull(theme.androidApp),
      appleApp: orNull(theme.appleApp),
      dataPolicy: orNull(theme.dataPolicy),
      ...(theme.color === '' ? {} : { color: theme.color }),
      ...(theme.icon === '' ? {} : { icon: filesPath + theme.icon }),
      ...(theme.languages.length === 0 ? {} : { languages: theme.languages }),
      ...(theme.loginTitle === '' ? {} : { loginTitle: theme.loginTitle }),
      ...(theme.loginText === '' ? {} : { loginText: theme.loginText }),
    };
  }
}

const claimKey = (owner: number, domain: string): string => `${owner} ${domain}`;
