/**
 * Services that make charges, as browser and server must know them. Adding one: an entry here, its folder and its line in
 * `extension/src/billing/providers`.
 */
export const CHARGE_PROVIDERS = [
  // `tokenHeader`: in small letters, where its webhook carries the token of the issuer.
  { name: 'asaas', title: 'Asaas', tokenHeader: 'asaas-access-token' },
] as const;
export type ChargeProviderName = (typeof CHARGE_PROVIDERS)[number]['name'];

/** Collectors of the money: the issuer (`manual`), or a payment provider. */
export const PAYMENT_PROVIDERS: readonly ['manual', ...ChargeProviderName[]] = [
  'manual',
  ...CHARGE_PROVIDERS.map(({ name }) => name),
];
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];

export const chargeProvider = (name: string) => CHARGE_PROVIDERS.find((each) => each.name === name) ?? null;

/** Name of a provider on screen and paper; '' = the issuer collects the money. */
export const providerTitle = (name: PaymentProviderName): string => chargeProvider(name)?.title ?? '';
