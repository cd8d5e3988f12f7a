import { attributeName, SERVER_ATTRIBUTES, USER_ATTRIBUTES } from '@rastro/fleet';
import type { Tracker } from '@rastro/tracker';

const TERMS = [
  ['billing', true],
  ['firstDueDay', 28],
  ['price', 149_900],
  ['fine', 2],
  ['fineMode', 'percentage'],
  ['interest', 1],
  ['description', 'Rastreamento de 60 veículos'],
] as const;

/** Money is taken here, and the customer pays by the month. */
export async function addBilling(directory: Tracker['directory'], brand: string): Promise<void> {
  const { users, server } = directory;
  const switches = { [attributeName(brand, SERVER_ATTRIBUTES.enableBilling)]: true };
  await directory.updateServer({ ...server, attributes: { ...server.attributes, ...switches } });
  const customer = users.byKey('customer@demo.rastro');
  if (!customer) return;
  const terms = TERMS.map(([key, value]) => [attributeName(brand, USER_ATTRIBUTES[key]), value] as const);
  await users.update({ ...customer, attributes: { ...customer.attributes, ...Object.fromEntries(terms) } });
}
