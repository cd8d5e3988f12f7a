import type { PaperBrand } from '../paper-brand.ts';
import type { BillingDeps } from './billing-deps.ts';
import type { ReminderDeps } from './reminders/remind-customers.ts';

export interface PaperBrandDeps {
  readonly billing: Pick<BillingDeps, 'tree'>;
  readonly headOf: ReminderDeps['headOf'];
  /** PNG for white paper; null = there is none. */
  readonly logoOf: (owner: number) => Promise<Uint8Array | null>;
  /** Page title of a brand. */
  readonly titleOf: (owner: number) => string;
}
/** Of who has chosen none. */
const COLOUR = '#1f3a5f';

/** Brand of papers of an account: its own, else that of the nearest reseller above who has published one. */
export const brandOfPapers =
  ({ billing, headOf, logoOf, titleOf }: PaperBrandDeps) =>
  async (accountId: number): Promise<PaperBrand> => {
    const owner = (await billing.tree()).brandOf(accountId, (id) => headOf(id) !== null);
    const head = headOf(owner);
    return {
      brand: head?.name ?? titleOf(owner),
      colour: head?.colour ?? COLOUR,
      logo: await logoOf(owner),
    };
  };
