import type { BillingDeps, CompaniesOf } from '@rastro/extension';

/** Companies of users, from who works for whom: a company is the account above its people, and below its reseller. */
export const companiesIn =
  ({ tree, treeNow }: Pick<BillingDeps, 'tree' | 'treeNow'>): CompaniesOf =>
  async ({ id, administrator }) => {
    const known = await tree();
    // An account of the last half minute.
    const accounts = known.user(id) === null ? await treeNow() : known;
    const own = accounts.companyOf(id);
    return { own, seen: administrator ? null : [own, ...accounts.below(id)] };
  };
