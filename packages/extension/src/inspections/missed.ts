import {
  INSPECTION_PHASES,
  isForCategory,
  SHIFT_MARGIN_MS,
  type Checklist,
  type DoneInspection,
  type InspectionPhase,
} from '@rastro/fleet/inspections';
import type { InspectionContext } from './inspection-deps.ts';
import { checklistIn, CHECKLISTS, inspectionIn, INSPECTIONS } from './inspection-store.ts';

const AT_ONCE = 500;
/** Phases for which vehicles of a category have a checklist. */
export function wantedPhases(
  checklists: readonly Checklist[],
  category: string | null,
): readonly InspectionPhase[] {
  const own = checklists.filter((each) => isForCategory(each, category));
  return INSPECTION_PHASES.filter((phase) => own.some(({ phases }) => phases.includes(phase)));
}

export interface Company {
  readonly checklists: readonly Checklist[];
  /** By vehicle. */
  readonly doneOf: ReadonlyMap<number, readonly DoneInspection[]>;
}
/** Checklists of the company of an account that gives drivers access, and what was filled in. */
export async function readCompany(
  { storage, companiesOf }: Pick<InspectionContext, 'storage' | 'companiesOf'>,
  accountId: number,
  { from }: { readonly from: number },
): Promise<Company> {
  const { own } = await companiesOf({ id: accountId, administrator: false });
  const checklists = await checklistsOf(storage, own);
  const doneOf = new Map<number, DoneInspection[]>();
  // A shift may go on long after the period in which it began.
  const filter = { from: from - SHIFT_MARGIN_MS, to: null, deviceIds: null, text: null, states: null };
  const sorted = { sort: 'at', isDescending: false, limit: AT_ONCE } as const;
  let after: Awaited<ReturnType<typeof storage.listedDocuments>>['next'] = null;
  do {
    const page = await storage.listedDocuments({
      kind: INSPECTIONS,
      ownerIds: [own],
      ...filter,
      ...sorted,
      after,
    });
    for (const { deviceId, phase, finishedAt } of page.documents.map(inspectionIn)) {
      const done = { deviceId, phase, finishedAt: Date.parse(finishedAt) };
      doneOf.set(deviceId, [...(doneOf.get(deviceId) ?? []), done]);
    }
    after = page.next;
  } while (after !== null);
  return { checklists, doneOf };
}

/** Checklists of a company, by name; of more than a page, the first. */
export async function checklistsOf(
  storage: Pick<InspectionContext['storage'], 'listedDocuments'>,
  ownerId: number,
): Promise<readonly Checklist[]> {
  const page = await storage.listedDocuments({
    kind: CHECKLISTS,
    ownerIds: [ownerId],
    deviceIds: null,
    states: null,
    from: null,
    to: null,
    text: null,
    sort: 'text',
    isDescending: false,
    after: null,
    limit: AT_ONCE,
  });
  return page.documents.map(checklistIn);
}
