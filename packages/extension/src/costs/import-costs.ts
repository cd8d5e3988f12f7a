import { isConflict, retryOnConflict } from '@rastro/base';
import { nextTurn } from '@rastro/base/host';
import { instantOf } from '@rastro/fleet';
import {
  readCardFile,
  type CardColumn,
  type CardLine,
  type CardProblem,
  type CostContent,
  type CostLine,
} from '@rastro/fleet/costs';
import { costContent, type CostImportBody } from '@rastro/fleet/schemas';
import type { ExtensionHandler } from '../extension-route.ts';
import { nextNumbers } from '../next-numbers.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { savedMapping } from './card-mappings.ts';
import { cardSubjects, type CardSubjects } from './card-vehicles.ts';
import { openMonths } from './closed-months.ts';
import { costErrors, forMembers, type CostContext, type CostDeps } from './cost-deps.ts';
import { isMade, LINE_COUNTER, linePuts, sourcePut } from './cost-store.ts';

/** Rows that are read before others are served. */
const AT_ONCE = 100;

/** A line of the file, as it is written into the ledger. */
interface FileLine {
  readonly row: number;
  readonly importKey: string;
  readonly content: CostContent;
  readonly named: Pick<CostLine, 'deviceName' | 'driverName'>;
}
interface ReadFile {
  readonly lines: readonly FileLine[];
  readonly problems: readonly CardProblem[];
}

/** Writes the lines of a file of a fuel card, all or none. A second import of the same file writes none. */
export const importCosts = (deps: CostDeps): ExtensionHandler<'POST /costs/import'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, body }) => {
      const { own: ownerId } = await here.companiesOf(caller);
      const { lines, problems } = await readFile(body, await cardSubjects(here, caller));
      return retryOnConflict(async () => {
        const fresh = await freshOf(here, ownerId, lines);
        const found = [...problems, ...(await closedRows(here, ownerId, fresh))];
        const outcome = { isDryRun: body.dryRun, known: lines.length - fresh.length, problems: found };
        if (found.length > 0) return { status: 200, body: { ...outcome, created: 0, cents: 0 } };
        const cents = fresh.reduce((sum, { content }) => sum + content.cents, 0);
        const answer = { status: 200, body: { ...outcome, created: fresh.length, cents } };
        if (body.dryRun) return answer;
        const mapping = await savedMapping(here, ownerId, body.mapping);
        const puts = await linesOf(here, ownerId, fresh);
        if (puts === null) return costErrors.closed();
        await here.storage.commit({ put: [...puts, ...mapping.put], remove: mapping.remove });
        return answer;
      }).catch((error: unknown) => {
        if (isConflict(error)) return costErrors.changed();
        throw error;
      });
    }),
  );

/** Reads thousands of rows in pieces: others are served between them. */
async function readFile(body: CostImportBody, subjects: CardSubjects): Promise<ReadFile> {
  const { rows, mapping, zone } = body;
  const problems: CardProblem[] = [];
  const lines: FileLine[] = [];
  const known = new Set<string>();
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await nextTurn();
    const read = readCardFile(rows.slice(at, at + AT_ONCE), mapping, known);
    problems.push(...read.problems);
    for (const line of read.lines) {
      const written = lineIn(line, { zone, subjects });
      if ('problem' in written) problems.push({ row: line.row, ...written });
      else lines.push(written);
    }
  }
  return { lines, problems: problems.toSorted((a, b) => a.row - b.row) };
}

/** Columns of the file from which fields come, where their limits are the narrower ones. */
const COLUMNS: Readonly<Record<string, CardColumn>> = {
  cents: 'value',
  quantity: 'quantity',
  unit: 'quantity',
  odometerKm: 'odometer',
  supplier: 'station',
  document: 'document',
  note: 'driver',
};
function lineIn(
  line: CardLine,
  { zone, subjects }: { readonly zone: string; readonly subjects: CardSubjects },
): FileLine | Omit<CardProblem, 'row'> {
  const { row, importKey, plate, day, time } = line;
  const found = subjects.vehicles(plate);
  const [vehicle] = found;
  if (vehicle === undefined) return { column: 'plate', problem: 'unknown' };
  if (found.length > 1) return { column: 'plate', problem: 'several' };
  const driver = subjects.driver(line.driver);
  const content = costContent.safeParse({
    deviceId: vehicle.id,
    kind: line.kind,
    cents: line.cents,
    from: day,
    to: day,
    at: time === null ? null : new Date(instantOf(Date.parse(`${day}T${time}Z`), zone)).toISOString(),
    quantity: line.quantity,
    unit: line.unit,
    odometerKm: line.odometerKm,
    supplier: line.station,
    document: line.document,
    driverUniqueId: driver?.uniqueId ?? '',
    // A name that is no driver's is not lost.
    note: [line.product, driver === null ? line.driver : ''].filter((part) => part !== '').join(' · '),
  });
  if (!content.success)
    return { column: COLUMNS[String(content.error.issues[0]?.path[0])] ?? 'date', problem: 'wrong' };
  const named = { deviceName: vehicle.name, driverName: driver?.name ?? '' };
  return { row, importKey, content: content.data, named };
}

async function freshOf(
  { storage }: CostContext,
  ownerId: number,
  lines: readonly FileLine[],
): Promise<readonly FileLine[]> {
  const fresh: FileLine[] = [];
  for (const line of lines)
    if (!(await isMade(storage, { ownerId, importKey: line.importKey }))) fresh.push(line);
  return fresh;
}

/** Rows of months that nobody writes into. */
async function closedRows(
  here: CostContext,
  ownerId: number,
  lines: readonly FileLine[],
): Promise<readonly CardProblem[]> {
  const closed: CardProblem[] = [];
  for (const own of Map.groupBy(lines, ({ content }) => content.from.slice(0, 7)).values()) {
    const [first] = own;
    if (first === undefined || (await openMonths(here, ownerId, [first.content])) !== null) continue;
    closed.push(...own.map(({ row }) => ({ row, column: 'date', problem: 'closed' }) as const));
  }
  return closed;
}

/** Documents of all lines; null = one of their months was closed meanwhile. */
async function linesOf(here: CostContext, ownerId: number, fresh: readonly FileLine[]) {
  const months = await openMonths(
    here,
    ownerId,
    fresh.map(({ content }) => content),
  );
  if (months === null) return null;
  const numbers = await nextNumbers(here.storage, { kind: LINE_COUNTER, count: fresh.length });
  const createdTime = new Date(here.clock.now()).toISOString();
  const lines = fresh.map(({ content, named, importKey }, at): CostLine => {
    const made = { ownerId, source: 'import', importKey, createdTime, receipts: [] } as const;
    return { ...content, ...named, ...made, id: numbers.first + at, version: 0 };
  });
  return [...lines.flatMap((line) => [...linePuts(line), sourcePut(line)]), ...months, numbers.put];
}
