import { readStoredCorrection, readStoredSettings, readStoredSheet } from '@rastro/fleet/schemas';
import type { HoursCorrection, MonthSheet, StoredHoursSettings } from '@rastro/fleet/working-hours';
import type { HoursDeps } from './hours-deps.ts';

const SETTINGS = 'hoursSettings';
const CORRECTIONS = 'hoursCorrection';
const SHEETS = 'hoursSheet';
const DIGITS = 12;
const VERSION_DIGITS = 6;
const PAGE = 200;
type Storage = Pick<HoursDeps['storage'], 'document' | 'documents'>;
type Month = MonthSheet['content']['month'];

const keyOf = (driverId: number): string => String(driverId).padStart(DIGITS, '0');
const correctionKey = (driverId: number, id: string): string => `${keyOf(driverId)}/${id}`;
const sheetKey = (driverId: number, month: Month, version: number): string =>
  `${keyOf(driverId)}/${month}/${String(version).padStart(VERSION_DIGITS, '0')}`;

/** @param zone Of drivers of whom nothing was said. */
export async function settingsOf(
  storage: Storage,
  driverId: number,
  zone: string,
): Promise<StoredHoursSettings> {
  const found = await storage.document(SETTINGS, keyOf(driverId));
  if (found) return { ...readStoredSettings(found.body), version: found.version };
  const usual = { family: 'BR', service: 'goods', crew: 1, agreements: [], isInternational: false } as const;
  return { ...usual, zone, version: 0 };
}
export const settingsPut = (driverId: number, { version, ...body }: StoredHoursSettings) => ({
  kind: SETTINGS,
  key: keyOf(driverId),
  body,
  replaces: version,
});

/** Corrections of a driver, in no order. */
export async function correctionsOf(storage: Storage, driverId: number): Promise<readonly HoursCorrection[]> {
  const found: HoursCorrection[] = [];
  const asked = { kind: CORRECTIONS, prefix: `${keyOf(driverId)}/`, pageSize: PAGE };
  for await (const page of storage.documents(asked))
    found.push(...page.map(({ body }) => readStoredCorrection(body)));
  return found;
}
export async function correctionCalled(
  storage: Storage,
  driverId: number,
  id: string,
): Promise<HoursCorrection | null> {
  const found = await storage.document(CORRECTIONS, correctionKey(driverId, id));
  return found && readStoredCorrection(found.body);
}
/** Corrections are added and never changed. */
export const correctionPut = (driverId: number, correction: HoursCorrection) => ({
  kind: CORRECTIONS,
  key: correctionKey(driverId, correction.id),
  body: correction,
  replaces: 0,
});

/** Signed versions of a month, oldest first. */
export async function sheetsOf(
  storage: Storage,
  driverId: number,
  month: Month,
): Promise<readonly MonthSheet[]> {
  const found: MonthSheet[] = [];
  const asked = { kind: SHEETS, prefix: `${keyOf(driverId)}/${month}/`, pageSize: PAGE };
  for await (const page of storage.documents(asked))
    found.push(...page.map(({ body }) => readStoredSheet(body)));
  return found.toSorted((a, b) => a.version - b.version);
}
export const sheetPut = (driverId: number, sheet: MonthSheet) => ({
  kind: SHEETS,
  key: sheetKey(driverId, sheet.content.month, sheet.version),
  body: sheet,
  replaces: 0,
});

/** Documents of a driver, to be removed. */
export async function removalsOf(storage: Storage, driverId: number) {
  const found = [SETTINGS, WARNING_KIND].map((kind) => ({ kind, key: keyOf(driverId), replaces: null }));
  for (const kind of [CORRECTIONS, SHEETS])
    for await (const page of storage.documents({ kind, prefix: `${keyOf(driverId)}/`, pageSize: PAGE }))
      found.push(...page.map(({ key }) => ({ kind, key, replaces: null })));
  return found;
}
export const WARNING_KIND = 'hoursWarning';
export const warningKey = keyOf;
export const CORRECTION_KIND = CORRECTIONS;
