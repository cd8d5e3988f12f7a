import type { BookKey } from '@rastro/fleet/books';
import { NOTHING_OWED, type BookReader, type BookRow, type LateFindings } from '@rastro/storage';
import type { BookDevice } from './fold-device.ts';
import { factsOf, findingsOf, type FoundRecord, type WalkedRow } from './late-findings.ts';
import { lateStays } from './late-stays.ts';
import { openBook } from './open-book.ts';

const PAGE_ROWS = 200;
/** A look ends with the first record in time after so many. */
const MOST_ROWS = 2000;

export interface LateLook {
  readonly findings: LateFindings & { readonly records: readonly FoundRecord[] };
  /** What the books know of trips, all records among it; null = nothing. */
  readonly turns: string | null;
}

/**
 * Looks at the first late records of a device that nobody has looked at, between neighbours that were in time.
 * @returns null when there are none, or the books are not up to them.
 */
export function lateFindings(reader: BookReader, device: BookDevice): LateLook | null {
  return reader.inSnapshot(() => {
    const first = reader.firstOpenLate(device.id);
    const book = first === null ? null : openBook(reader, device);
    // More has come late: it is looked at once the books know it.
    if (first === null || book === null) return null;
    const rows = windowAround(reader, device, first);
    const times = rows.flatMap(({ row }) => [row.fixTime, row.deviceTime]);
    const [from, to] = [times.reduce(lower, Infinity), times.reduce(higher, -Infinity)];
    const books = { pieces: book.pieces(from, to), episodes: book.episodes(from, to, ['speeding']) };
    const found = findingsOf(device, rows, books);
    const stays = lateStays(reader, device, { rows, book });
    // Those whose clock ran ahead of their arrival are in no history, and mean nothing.
    const unseen = reader
      .lateRecords(device.id, first, first)
      .filter(({ id }) => !found.records.some((each) => each.id === id))
      .map((each) => ({ ...each, owed: NOTHING_OWED, before: each.owed }));
    const records = [...found.records, ...unseen];
    const events = [...found.events, ...stays.events];
    const stayFences = Object.keys(device.dwellMs).map(Number);
    const told = { events, stayFences, stays: stays.periods };
    const findings = { deviceId: device.id, from, to, ...found, ...told, records };
    return { findings, turns: book.state };
  });
}
const lower = (a: number, b: number): number => Math.min(a, b);
const higher = (a: number, b: number): number => Math.max(a, b);

/** From the last record in time before an instant to the first after the late ones that follow it. */
function windowAround(reader: BookReader, device: BookDevice, first: number): readonly WalkedRow[] {
  const start = lastInTime(reader, device, first);
  const rows: WalkedRow[] = start ? [start] : [];
  let after: BookKey | null = start ? keyOf(start.row) : null;
  for (;;) {
    const page = walked(reader, device, reader.rowsAfter(device.id, after, most(device, PAGE_ROWS)));
    const last = page.at(-1);
    if (!last) return rows;
    after = keyOf(last.row);
    rows.push(...page);
    if (!last.isLate && (rows.length >= MOST_ROWS || !page.some(({ isLate }) => isLate))) return rows;
  }
}

/** Null = all that came before are late, or there is nothing. */
function lastInTime(reader: BookReader, device: BookDevice, instant: number): WalkedRow | null {
  let before: BookKey = { time: instant, deviceTime: Number.MIN_SAFE_INTEGER, key: 0 };
  for (;;) {
    const page = walked(reader, device, reader.rowsBefore(device.id, before, most(device, PAGE_ROWS)));
    const found = page.find(({ isLate }) => !isLate);
    const last = page.at(-1);
    if (found || !last) return found ?? null;
    before = keyOf(last.row);
  }
}

function walked(reader: BookReader, { id }: BookDevice, page: readonly BookRow[]): readonly WalkedRow[] {
  const times = page.map(({ fixTime }) => fixTime);
  const [from, to] = [times.reduce(lower, Infinity), times.reduce(higher, -Infinity)];
  const late = new Map(
    page.length === 0 ? [] : reader.lateRecords(id, from, to).map((each) => [each.id, each.owed]),
  );
  return page.map((row) => ({
    row,
    facts: factsOf(row),
    isLate: late.has(row.id),
    owed: late.get(row.id) ?? null,
  }));
}

const most = ({ settings }: BookDevice, rows: number) => ({ rows, clockAheadS: settings.clockAheadS });
const keyOf = ({ fixTime, deviceTime, contentKey }: WalkedRow['row']): BookKey => ({
  time: fixTime,
  deviceTime,
  key: contentKey,
});
