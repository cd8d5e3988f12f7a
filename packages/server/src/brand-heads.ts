import { keptPicture, type BrandParts } from '@rastro/extension';
import { palettesOf } from '@rastro/fleet';
import { imageKindOf, png } from '@rastro/outgoing';
import type { BrandHeads } from '@rastro/tracker';
import { hostOf } from './forwarded-host.ts';

/** Pixels of the longer side: 300 dpi where it is printed largest. */
const LOGO_PX = 640;
/** Logos kept ready; more brands than this do not print at once. */
const MOST_LOGOS = 200;
const INSTALLATION = 0;
type Parts = Pick<BrandParts, 'book' | 'storage'>;

/** The brands of the extension for the tracking server, which opens before them. */
export class KeptBrandHeads implements BrandHeads {
  readonly #hostOf: ReturnType<typeof hostOf>;
  #parts: Parts | null = null;
  /** By name, which is the content: what has been made stays right. */
  readonly #logos = new Map<string, Promise<Uint8Array | null>>();

  constructor(trustsProxy: boolean) {
    this.#hostOf = hostOf(trustsProxy);
  }

  use(parts: Parts): void {
    this.#parts = parts;
  }

  readonly ownerAt: BrandHeads['ownerAt'] = (request) =>
    this.#parts?.book.forHost(this.#hostOf(request) ?? '').owner ?? INSTALLATION;

  readonly domainAt: BrandHeads['domainAt'] = (request) =>
    this.#parts?.book.domainAt(this.#hostOf(request) ?? '') ?? null;

  readonly headOf: BrandHeads['headOf'] = (owner) => {
    const book = this.#parts?.book;
    const look = book?.brand(owner).published;
    if (!book || !look) return null;
    const colour = look.color === '' ? null : palettesOf(look.color).light.fill;
    // A reseller who says no name goes by that of the page; what the installation does not say its server's record may.
    const name = owner === INSTALLATION ? look.title || null : book.shown(owner).config.title;
    return { name: name && name.replaceAll(/\s+/g, ' ').trim(), colour };
  };

  readonly logoOf: BrandHeads['logoOf'] = async (owner) => {
    const name = this.#parts?.book.brand(owner).published?.headLogo ?? '';
    if (name === '') return null;
    const known = this.#logos.get(name);
    if (known) return known;
    // What cannot be read now may be another time: nothing is kept of it.
    const made = this.#makeLogo(name).catch(() => {
      this.#logos.delete(name);
      return null;
    });
    const [oldest] = this.#logos.keys();
    if (this.#logos.size >= MOST_LOGOS && oldest !== undefined) this.#logos.delete(oldest);
    this.#logos.set(name, made);
    return made;
  };

  async #makeLogo(name: string): Promise<Uint8Array | null> {
    const found = this.#parts ? await keptPicture(this.#parts.storage, name) : null;
    const kind = found && imageKindOf(found.bytes);
    return kind ? png(kind, found.bytes, LOGO_PX) : null;
  }
}
