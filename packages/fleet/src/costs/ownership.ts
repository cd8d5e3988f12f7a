import { addDays, addMonths, dayNumber, dayOf, monthOf, type CivilDate } from '../billing/civil-date.ts';
import type { CostPeriod } from './cost-line.ts';
import { centsWithin } from './spread.ts';

/** Purchase of a vehicle, and what is planned for it. */
export interface Purchase {
  readonly day: CivilDate;
  readonly cents: number;
  /** Expected at the end of the planned months. */
  readonly residualCents: number;
  /** Months for which it is planned to be used. */
  readonly months: number;
  /** Null = it is still there. */
  readonly sale: { readonly day: CivilDate; readonly cents: number } | null;
}
/** Purchase of a vehicle, as a company has it in its books. */
export interface VehiclePurchase extends Purchase {
  readonly deviceId: number;
  readonly deviceName: string;
  /** Account of the company whose it is. */
  readonly ownerId: number;
  readonly version: number;
}
export interface PurchasePage {
  readonly purchases: readonly VehiclePurchase[];
  /** `after` of the next page; null = there is no more. */
  readonly next: string | null;
}
/** Months for which a vehicle may be planned. */
export const MAX_PLANNED_MONTHS = 360;

/** Use of a vehicle in a period. */
export interface VehicleUse {
  readonly metres: number;
  readonly engineMs: number;
}
/** Total cost of ownership of a vehicle in a period. */
export interface OwnershipCost {
  /** Null = no purchase is known: it is leased, or nobody has entered it. */
  readonly depreciationCents: number | null;
  /** Costs of the ledger, leases too. */
  readonly ledgerCents: number;
  readonly totalCents: number;
  /** Null = not known. */
  readonly use: VehicleUse | null;
}
export interface OwnershipReport<K> {
  readonly rows: readonly (OwnershipCost & { readonly key: K })[];
  /** Sums of what is known. */
  readonly total: OwnershipCost;
}

/**
 * Loss of value in a period: the same on each planned day; the day of the sale has the difference between the price and
 * what the vehicle was still worth, so that all days together are purchase less sale.
 */
export function depreciation(purchase: Purchase, period: CostPeriod): number {
  const { day, cents, residualCents, months, sale } = purchase;
  const end = dayOf(addMonths(monthOf(day), months), dayNumber(day));
  const planned = { cents: cents - residualCents, from: day, to: addDays(end, -1) };
  if (sale === null) return centsWithin(planned, period);
  const before = addDays(sale.day, -1);
  const owned = { from: period.from, to: period.to < before ? period.to : before };
  const isSold = period.from <= sale.day && sale.day <= period.to;
  const lost = centsWithin(planned, { from: day, to: before });
  return centsWithin(planned, owned) + (isSold ? cents - lost - sale.cents : 0);
}

/**
 * Costs, loss of value and use, a row for each vehicle; costs and purchases of vehicles that are gone have one, too.
 * @param purchases Several, where a vehicle changed hands. @param uses A key that is missing is not known.
 */
export function ownershipReport<K>(
  {
    keys,
    ledger,
    purchases,
    uses,
  }: {
    readonly keys: readonly K[];
    readonly ledger: ReadonlyMap<K, number>;
    readonly purchases: ReadonlyMap<K, readonly Purchase[]>;
    readonly uses: ReadonlyMap<K, VehicleUse>;
  },
  period: CostPeriod,
): OwnershipReport<K> {
  const all = new Set([...keys, ...ledger.keys(), ...purchases.keys()]);
  const rows = [...all].map((key) => {
    const bought = purchases.get(key) ?? [];
    const depreciationCents =
      bought.length === 0 ? null : bought.reduce((sum, each) => sum + depreciation(each, period), 0);
    const ledgerCents = ledger.get(key) ?? 0;
    const totalCents = (depreciationCents ?? 0) + ledgerCents;
    return { key, depreciationCents, ledgerCents, totalCents, use: uses.get(key) ?? null };
  });
  return { rows, total: rows.reduce(sumOf, NOTHING) };
}
const NOTHING: OwnershipCost = { depreciationCents: null, ledgerCents: 0, totalCents: 0, use: null };
const sumOf = (a: OwnershipCost, b: OwnershipCost): OwnershipCost => ({
  depreciationCents:
    a.depreciationCents === null ? b.depreciationCents : a.depreciationCents + (b.depreciationCents ?? 0),
  ledgerCents: a.ledgerCents + b.ledgerCents,
  totalCents: a.totalCents + b.totalCents,
  use:
    a.use === null
      ? b.use
      : {
          metres: a.use.metres + (b.use?.metres ?? 0),
          engineMs: a.use.engineMs + (b.use?.engineMs ?? 0),
        },
});
