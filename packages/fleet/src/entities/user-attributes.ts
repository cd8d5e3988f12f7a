import { attributeName, type NamedAttributes } from './named-attributes.ts';
import { PRICE_MODES } from '../billing/terms.ts';

/**
 * All product data in the attributes of a user, in one place: form, billing, resellers and gateway read it here. Money
 * is integer cents, dates are calendar days. @source docs/reference/requirements.md SPEC §3 "User"
 */
export const USER_ATTRIBUTES = {
  postcode: { name: 'addressPostcode', is: 'text' },
  street: { name: 'addressStreet', is: 'text' },
  number: { name: 'addressNumber', is: 'text' },
  complement: { name: 'addressComplement', is: 'text' },
  district: { name: 'addressDistrict', is: 'text' },
  city: { name: 'addressCity', is: 'text' },
  state: { name: 'addressState', is: 'text' },
  personalPhone: { name: 'contactPersonalPhone', is: 'text' },
  commercialPhone: { name: 'contactCommercialPhone', is: 'text' },
  whatsapp: { name: 'contactWhatsapp', is: 'text' },
  contactEmail: { name: 'contactEmail', is: 'email' },
  billing: { name: 'billingEnabled', is: 'flag', isProtected: true },
  taxId: { name: 'billingTaxId', is: 'text', isProtected: true },
  /** May the account be lifted once without paying? */
  trustUnlock: { name: 'trustUnlock', is: 'flag', isProtected: true },
  trustUnlockDays: { name: 'billingTrustUnlockDays', is: 'count', isProtected: true },
  autoSuspension: { name: 'billingAutoSuspension', is: 'flag', isProtected: true },
  /** After the due date. */
  autoSuspensionDays: { name: 'billingAutoSuspensionDays', is: 'count', isProtected: true },
  description: { name: 'billingDescription', is: 'text', isProtected: true },
  firstDueDay: { name: 'billingFirstDueDay', is: 'day', isProtected: true },
  /** A month. */
  price: { name: 'billingPrice', is: 'cents', isProtected: true },
  /** Cents, or per cent with two decimals, as its mode says. */
  fine: { name: 'billingFine', is: 'amount', isProtected: true },
  fineMode: { name: 'billingFineMode', is: PRICE_MODES, isProtected: true },
  /** A month. */
  interest: { name: 'billingInterest', is: 'share', isProtected: true },
  discount: { name: 'billingDiscount', is: 'amount', isProtected: true },
  discountMode: { name: 'billingDiscountMode', is: PRICE_MODES, isProtected: true },
  /** Before the due date. */
  discountDays: { name: 'billingDiscountDays', is: 'count', isProtected: true },
  reseller: { name: 'reseller', is: 'flag', isProtected: true },
  subReseller: { name: 'subReseller', is: 'flag', isProtected: true },
  /** Domain where the reseller's customers sign in; works once verified, as every domain. */
  resellerDomain: { name: 'resellerDomain', is: 'domain', isProtected: true },
  /** Devices of all below; -1 = no limit. */
  resellerLimit: { name: 'resellerLimit', is: 'limit', isProtected: true },
  /** Days for which the history of the user's vehicles is stored; 0 or none = as long as the installation's. */
  historyDays: { name: 'historyDays', is: 'count', isProtected: true },
  /** 32 hexadecimal digits. @source docs/reference/requirements.md PRODUCT §4 */
  advancedPerms: { name: 'advancedPerms', is: 'rights', isProtected: true },
  qrDriverId: { name: 'isQrDriverId', is: 'count', isProtected: true },
  qrDeviceId: { name: 'isQrDeviceId', is: 'count', isProtected: true },
  /** Pinned attributes of devices, separated by commas. */
  pinned: { name: 'deviceAttributes', is: 'text' },
  language: { name: 'lang', is: 'text' },
  /** `overview` = they land there after signing in; anything else = on the map. */
  landing: { name: 'landing', is: 'text' },
} as const satisfies NamedAttributes;

/** Every name that begins so is money or rank, known to this version or not. */
const GUARDED_PREFIXES = ['billing', 'reseller', 'subReseller', 'trustUnlock'] as const;

/**
 * Attributes of a user that carry authority or money; the user may not write them
 * (docs/reference/requirements.md DESIGN §8).
 */
export function protectedUserAttributes(brand: string): (name: string) => boolean {
  const table: NamedAttributes = USER_ATTRIBUTES;
  const guarded = Object.values(table).filter(({ isProtected }) => isProtected === true);
  const exact = new Set(['isShared', ...guarded.map((each) => attributeName(brand, each))]);
  return (name) =>
    exact.has(name) || GUARDED_PREFIXES.some((prefix) => name.startsWith(`${brand}.${prefix}`));
}
