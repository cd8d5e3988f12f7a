import { host } from '@rastro/base/host';
import type { Clock, Log } from '@rastro/base';
import {
  hasBilling,
  isTimeZone,
  readerPreferences,
  SERVER_DEFAULTS,
  writtenLanguage,
  ZONE_ATTRIBUTE,
  type Attributes,
  type Language,
  type PreferenceSource,
  type ReaderPreferences,
} from '@rastro/fleet';
import { dateIn, type CivilDate, type PaymentProviderName, type PaymentTerms } from '@rastro/fleet/billing';
import type { AuditStorage, ExtensionStorage, StoredInvoice } from '@rastro/storage';
import type { UserSource } from './user-source.ts';
import { remembered } from './remembered.ts';
import { ResellerTree } from './reseller-tree.ts';

export interface BillingOptions {
  readonly storage: ExtensionStorage;
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly audit: Pick<AuditStorage, 'appendActions'> | null;
  /** Null = no account is configured for the tracking server behind. */
  readonly source: UserSource | null;
  readonly brand: string;
  readonly plus: boolean;
  /** Name of the product, at the head of sheets. */
  readonly product: string;
  /** Name of an owner's brand; null = there is none. */
  readonly brandNameOf: (owner: number) => string | null;
  readonly clock: Clock;
  readonly log: Log;
  /** Provider that collects the payments of an issuer. */
  readonly providerOf: (issuerId: number) => Promise<PaymentProviderName>;
  /** Called when a user has changed an invoice here that the provider charges. */
  readonly onDecided?: (invoice: StoredInvoice) => void;
  /** Of customers who have none of their own. */
  readonly usualTermsOf: (issuerId: number) => Promise<PaymentTerms>;
  /** Text of a Pix code by which an open invoice can be paid now; null = none. */
  readonly pixOf: (invoice: StoredInvoice, today: CivilDate) => Promise<string | null>;
}

/** Dependencies of the billing modules. */
export interface BillingDeps extends BillingOptions {
  /** Zone, switch and language of the installation; asked for once in a while. */
  readonly installation: () => Promise<Installation>;
  /**
   * Billing hierarchy: who bills whom. Changes appear within half a minute, or later where the request takes long
   * (`remembered`).
   */
  readonly tree: () => Promise<ResellerTree>;
  /** The current tree, uncached: for code that stores who is billed by whom. */
  readonly treeNow: () => Promise<ResellerTree>;
  /** The day on the wall of the installation. */
  readonly today: () => Promise<CivilDate>;
}
interface Installation {
  readonly zone: string;
  readonly isOn: boolean;
  /** In which language an account is written to. */
  readonly languageOf: (attributes: Attributes) => Language;
  /** Language, zone and units of a reader. */
  readonly preferencesOf: (user: PreferenceSource) => ReaderPreferences;
}

const TIMEOUT_MS = 60_000;

/** The tracking server cannot be asked, because no account is configured. */
export class NoUserSource extends Error {}

export function createBillingDeps(options: BillingOptions): BillingDeps {
  const { source, brand, plus, clock, log } = options;
  const asked = (): UserSource => {
    if (!source) throw new NoUserSource('Cannot bill: nobody has set TRACKING_SERVER_TOKEN');
    return source;
  };
  const installation = remembered({ clock, log }, async (): Promise<Installation> => {
    const server = await asked().server(host.timeout(TIMEOUT_MS));
    return {
      zone: zoneOf(server.attributes),
      isOn: hasBilling({ plus, brand, serverAttributes: server.attributes }),
      languageOf: (attributes) => writtenLanguage({ attributes }, server, brand) ?? SERVER_DEFAULTS.language,
      preferencesOf: (user) => readerPreferences(user, server, { brand, defaults: SERVER_DEFAULTS }),
    };
  });
  const tree = remembered(
    { clock, log },
    async () => new ResellerTree(await asked().users(host.timeout(TIMEOUT_MS)), brand),
  );
  const today = async (): Promise<CivilDate> => dateIn((await installation.known()).zone, clock.now());
  return { ...options, installation: installation.known, tree: tree.known, treeNow: tree.now, today };
}

function zoneOf(attributes: Attributes): string {
  const zone = attributes[ZONE_ATTRIBUTE];
  return typeof zone === 'string' && isTimeZone(zone) ? zone : SERVER_DEFAULTS.zone;
}
