import { foldText } from '@rastro/fleet';
import {
  monthsOf,
  partsOf,
  type Budget,
  type CostContent,
  type CostKind,
  type CostLine,
  type ReceiptType,
  type RecurringCost,
  type VehiclePurchase,
} from '@rastro/fleet/costs';
import {
  readStoredBudget,
  readStoredCost,
  readStoredPurchase,
  readStoredReceipt,
  readStoredRecurringCost,
} from '@rastro/fleet/schemas';
import type { StoredCost, StoredRecurringCost } from '@rastro/fleet/schemas';
import type { ExtensionBatch, ExtensionDocument, Listing } from '@rastro/storage';
import type { CostDeps } from './cost-deps.ts';

export const LINES = 'costLine';
/** Part of a line in a month, by the first instant of the month: what is added up. */
export const PARTS = 'costPart';
/** Part of a line of a driver in a month; its state is kind and driver, by which it is added up. */
export const DRIVER_PARTS = 'costDriverPart';
export const RECURRING = 'recurringCost';
export const BUDGETS = 'costBudget';
export const BUDGET_COUNTER = 'costBudgetCounter';
/** By company and vehicle, as one number: keys of pages are digits alone. */
export const PURCHASES = 'costPurchase';
/** By company and identity of the source: which line was made from it. */
const SOURCES = 'costSource';
/** Bytes of receipts, by line and id; their names are in the line. */
const RECEIPTS = 'costReceipt';
/** Numbers of lines and of what comes again. */
export const LINE_COUNTER = 'costLineCounter';
export const RECURRING_COUNTER = 'recurringCostCounter';
const DIGITS = 12;

type Storage = Pick<CostDeps['storage'], 'document'>;
type Put = NonNullable<ExtensionBatch['put']>[number];
type Removal = NonNullable<ExtensionBatch['remove']>[number];

export const keyOf = (id: number): string => String(id).padStart(DIGITS, '0');
export const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const lineIn = ({ key, version, body }: ExtensionDocument): CostLine => ({
  ...readStoredCost(body),
  id: Number(key),
  version,
});
/** Null = there is none. */
export async function lineOf(storage: Storage, id: number): Promise<CostLine | null> {
  const found = await storage.document(LINES, keyOf(id));
  return found && lineIn(found);
}
export function listingOf(line: StoredCost): Listing {
  const { ownerId, deviceId, kind, cents, from, supplier, document, note, deviceName, driverName } = line;
  const words = [supplier, document, deviceName, driverName, note];
  return {
    ownerId,
    deviceId,
    state: kind,
    at: instantOf(from),
    amount: cents,
    text: foldText(words.join(' ')),
  };
}
const partKey = (id: number, month: string): string => `${keyOf(id)}/${month}`;
/** Kinds have no slash. */
export const driverState = (kind: CostKind, driverUniqueId: string): string => `${kind}/${driverUniqueId}`;

/** Documents of a line and of its parts, as they are put. */
export function linePuts({ id, version, ...stored }: CostLine): readonly Put[] {
  const { ownerId, deviceId, kind, driverUniqueId } = stored;
  const parts = (of: string, state: string): readonly Put[] =>
    partsOf(stored).map(({ month, cents }) => ({
      kind: of,
      key: partKey(id, month),
      body: cents,
      replaces: null,
      listing: { ownerId, deviceId, state, at: instantOf(`${month}-01`), amount: cents, text: '' },
    }));
  return [
    { kind: LINES, key: keyOf(id), body: stored, replaces: version, listing: listingOf(stored) },
    ...parts(PARTS, kind),
    ...(driverUniqueId === '' ? [] : parts(DRIVER_PARTS, driverState(kind, driverUniqueId))),
  ];
}
/** Parts that a line has no longer. */
export function partRemovals(
  before: CostLine,
  next: Pick<CostContent, 'from' | 'to' | 'driverUniqueId'> | null,
): readonly Removal[] {
  const gone = (of: string, left: readonly string[]): readonly Removal[] =>
    monthsOf(before)
      .filter((month) => !left.includes(month))
      .map((month) => ({ kind: of, key: partKey(before.id, month), replaces: null }));
  const left = next === null ? [] : monthsOf(next);
  const leftOfDriver = next === null || next.driverUniqueId === '' ? [] : left;
  return [...gone(PARTS, left), ...(before.driverUniqueId === '' ? [] : gone(DRIVER_PARTS, leftOfDriver))];
}
/** Removes a line with its parts and receipts, and what it was made from: the same file may bring it again. */
export const lineRemovals = (line: CostLine): readonly Removal[] => [
  { kind: LINES, key: keyOf(line.id), replaces: line.version },
  ...partRemovals(line, null),
  ...line.receipts.map(({ id }) => receiptRemoval(line.id, id)),
  ...(line.importKey === '' ? [] : [{ ...sourceOf(line), replaces: null }]),
];

const receiptKey = (lineId: number, id: string): string => `${keyOf(lineId)}.${id}`;
export async function receiptOf(
  storage: Storage,
  lineId: number,
  id: string,
): Promise<{ readonly type: ReceiptType; readonly bytes: Buffer } | null> {
  const found = await storage.document(RECEIPTS, receiptKey(lineId, id));
  if (!found) return null;
  const { type, base64 } = readStoredReceipt(found.body);
  return { type, bytes: Buffer.from(base64, 'base64') };
}
export const receiptPut = (
  lineId: number,
  id: string,
  { type, bytes }: { readonly type: ReceiptType; readonly bytes: Uint8Array },
): Put => ({
  kind: RECEIPTS,
  key: receiptKey(lineId, id),
  body: { type, base64: Buffer.from(bytes).toString('base64') },
  replaces: 0,
});
export const receiptRemoval = (lineId: number, id: string): Removal => ({
  kind: RECEIPTS,
  key: receiptKey(lineId, id),
  replaces: null,
});

const sourceOf = ({ ownerId, importKey }: Pick<CostLine, 'ownerId' | 'importKey'>) => ({
  kind: SOURCES,
  key: `${keyOf(ownerId)}/${importKey}`,
});
/** Takes a source for a line: when another was made from it by then, nothing is stored. */
export const sourcePut = (line: CostLine): Put => ({ ...sourceOf(line), body: line.id, replaces: 0 });
/** The line that was made from a source; null = none was. */
export async function lineMadeFrom(
  storage: Storage,
  source: Pick<CostLine, 'ownerId' | 'importKey'>,
): Promise<CostLine | null> {
  const { kind, key } = sourceOf(source);
  const found = await storage.document(kind, key);
  return found && lineOf(storage, Number(found.body));
}
export const isMade = async (
  storage: Storage,
  line: Pick<CostLine, 'ownerId' | 'importKey'>,
): Promise<boolean> => {
  const { kind, key } = sourceOf(line);
  return (await storage.document(kind, key)) !== null;
};

export const recurringIn = ({ key, version, body }: ExtensionDocument): RecurringCost => ({
  ...readStoredRecurringCost(body),
  id: Number(key),
  version,
});
export async function recurringOf(storage: Storage, id: number): Promise<RecurringCost | null> {
  const found = await storage.document(RECURRING, keyOf(id));
  return found && recurringIn(found);
}
export function recurringPut({ id, version, ...stored }: RecurringCost): Put {
  const { ownerId, deviceId, kind, cents, first, supplier, deviceName, note } = stored;
  const text = foldText([supplier, deviceName, note].join(' '));
  const body: StoredRecurringCost = stored;
  const listing = { ownerId, deviceId, state: kind, at: instantOf(first), amount: cents, text };
  return { kind: RECURRING, key: keyOf(id), body, replaces: version, listing };
}

export const budgetIn = ({ key, version, body }: ExtensionDocument): Budget => ({
  ...readStoredBudget(body),
  id: Number(key),
  version,
});
export async function budgetOf(storage: Storage, id: number): Promise<Budget | null> {
  const found = await storage.document(BUDGETS, keyOf(id));
  return found && budgetIn(found);
}
export function budgetPut({ id, version, ...stored }: Budget): Put {
  const { ownerId, deviceId, name, subjectName, span, cents, createdTime } = stored;
  const text = foldText([name, subjectName].join(' '));
  const listing = { ownerId, deviceId, state: span, at: Date.parse(createdTime), amount: cents, text };
  return { kind: BUDGETS, key: keyOf(id), body: stored, replaces: version, listing };
}

export const purchaseKey = ({ ownerId, deviceId }: Pick<VehiclePurchase, 'ownerId' | 'deviceId'>): string =>
  `${keyOf(ownerId)}${keyOf(deviceId)}`;
export const purchaseIn = ({ version, body }: ExtensionDocument): VehiclePurchase => ({
  ...readStoredPurchase(body),
  version,
});
export function purchasePut({ version, ...stored }: VehiclePurchase): Put {
  const { ownerId, deviceId, deviceName, day, cents } = stored;
  const listing = {
    ownerId,
    deviceId,
    state: 'owned',
    at: instantOf(day),
    amount: cents,
    text: foldText(deviceName),
  };
  return { kind: PURCHASES, key: purchaseKey(stored), body: stored, replaces: version, listing };
}
