import { storedPicture, type BrandDeps, type MailBrands } from '@rastro/extension';
import { palettesOf } from '@rastro/fleet';
import { imageKindOf, png, type MailHead } from '@rastro/outgoing';
import { atDomain, type BrandHeads } from '@rastro/tracker';
import { hostOf } from './forwarded-host.ts';

/** Pixels of the longer side: 300 dpi where it is printed largest. */
const LOGO_PX = 640;
/** The same in a mail: twice as many as are shown; smaller where that is too heavy for every mail. */
const MAIL_LOGO_PX = [400, 240, 120] as const;
const MAX_MAIL_LOGO_BYTES = 12_000;
/** Cached logos; more brands than this do not print at once. */
const MAX_LOGOS = 200;
const INSTALLATION = 0;
type Deps = Pick<BrandDeps, 'registry' | 'storage'>;

/** The brands of the extension for the tracking server, which opens before them. */
export class RegistryBrandHeads implements BrandHeads {
  readonly #hostOf: ReturnType<typeof hostOf>;
  #deps: Deps | null = null;
  /** By name, which is the content: a finished logo stays valid. */
  readonly #logos = new Map<string, Promise<Uint8Array | null>>();

  readonly title: string;

  constructor(trustsProxy: boolean, title: string) {
    this.#hostOf = hostOf(trustsProxy);
    this.title = title;
  }

  use(deps: Deps): void {
    this.#deps = deps;
  }

  readonly ownerAt: BrandHeads['ownerAt'] = (request) =>
    this.#deps?.registry.forHost(this.#hostOf(request) ?? '').owner ?? INSTALLATION;

  readonly domainAt: BrandHeads['domainAt'] = (request) =>
    this.#deps?.registry.domainAt(this.#hostOf(request) ?? '') ?? null;

  readonly domainOf: BrandHeads['domainOf'] = (owner) => this.#deps?.registry.domainOf(owner) ?? null;

  /**
   * Branding of the extension's mails. Users of a brand find the product at its domain, else at the operator's address.
   */
  mailBrands(publicUrl: string | null): MailBrands {
    const addressOf = (owner: number): string | null => {
      const domain = this.domainOf(owner);
      return publicUrl === null || domain === null ? publicUrl : atDomain(publicUrl, domain);
    };
    return { headOf: this.mailHeadOf, product: this.title, addressOf };
  }

  readonly headOf: BrandHeads['headOf'] = (owner) => {
    const registry = this.#deps?.registry;
    const theme = registry?.brand(owner).published;
    if (!registry || !theme) return null;
    const colour = theme.color === '' ? null : palettesOf(theme.color).light.fill;
    // A reseller who says no name goes by that of the page; what the installation does not say its server's record may.
    const name = owner === INSTALLATION ? theme.title || null : registry.published(owner).config.title;
    return { name: name && name.replaceAll(/\s+/g, ' ').trim(), colour };
  };

  readonly logoOf: BrandHeads['logoOf'] = (owner) => this.#logo(owner, 'paper', [LOGO_PX], Infinity);

  readonly mailHeadOf: BrandHeads['mailHeadOf'] = async (owner): Promise<MailHead> => {
    const { name = null, colour = null } = this.headOf(owner) ?? {};
    const whatsapp = this.#deps?.registry.brand(owner).published?.whatsapp ?? '';
    return {
      name,
      colour,
      logo: await this.#logo(owner, 'mail', MAIL_LOGO_PX, MAX_MAIL_LOGO_BYTES),
      contacts: whatsapp === '' ? [] : [whatsapp],
    };
  };

  /** @param sides Of its longer side, the best first; the first that is light enough is taken. */
  async #logo(
    owner: number,
    use: string,
    sides: readonly number[],
    maxBytes: number,
  ): Promise<Uint8Array | null> {
    const name = this.#deps?.registry.brand(owner).published?.headLogo ?? '';
    if (name === '') return null;
    const key = `${use} ${name}`;
    const known = this.#logos.get(key);
    if (known) return known;
    // An unreadable file may be readable later: nothing is cached.
    const made = this.#makeLogo(name, sides, maxBytes).catch(() => {
      this.#logos.delete(key);
      return null;
    });
    const [oldest] = this.#logos.keys();
    if (this.#logos.size >= MAX_LOGOS && oldest !== undefined) this.#logos.delete(oldest);
    this.#logos.set(key, made);
    return made;
  }

  async #makeLogo(name: string, sides: readonly number[], maxBytes: number): Promise<Uint8Array | null> {
    const found = this.#deps ? await storedPicture(this.#deps.storage, name) : null;
    const kind = found && imageKindOf(found.bytes);
    if (!kind) return null;
    for (const side of sides) {
      const made = await png(kind, found.bytes, side);
      if (made && made.length <= maxBytes) return made;
    }
    return null;
  }
}
