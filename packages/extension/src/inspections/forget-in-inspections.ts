import {
  readStoredDefect,
  readStoredInspection,
  type StoredDefect,
  type StoredInspection,
} from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import { rewriteDocuments } from '../rewrite-documents.ts';
import { defectListing, DEFECTS, inspectionListing, INSPECTIONS } from './inspection-store.ts';

type Storage = Pick<ExtensionStorage, 'documents' | 'document' | 'commit'>;
type Step = StoredDefect['steps'][number];
const PAGE = 200;
/** Steps of drivers; a user takes the others. */
const DRIVER_STEPS: ReadonlySet<string> = new Set(['confirm', 'reject']);

/** People in inspections and defects, as they are forgotten; what was found stays. */
export const inspectionSubjects = (storage: Storage) => ({
  forgetUser: (id: number): Promise<void> =>
    forget(storage, {
      nobody: `#${id}`,
      isFilledIn: ({ by, userId }) => by === 'operator' && userId === id,
      isStep: ({ userId }) => userId === id,
    }),
  forgetDriver: async (driver: { readonly id: number; readonly uniqueId: string }): Promise<void> => {
    const isFilledIn = ({ driverUniqueId }: StoredInspection): boolean =>
      driver.uniqueId !== '' && driverUniqueId === driver.uniqueId;
    const accounts = new Set<number>();
    for await (const page of storage.documents({ kind: INSPECTIONS, prefix: '', pageSize: PAGE }))
      for (const { body } of page) {
        const inspection = readStoredInspection(body);
        if (isFilledIn(inspection)) accounts.add(inspection.userId);
      }
    const isStep = ({ kind, userId }: Step): boolean => DRIVER_STEPS.has(kind) && accounts.has(userId);
    await forget(storage, { nobody: `#${driver.id}`, isFilledIn, isStep });
  },
});

interface Forgetting {
  readonly nobody: string;
  readonly isFilledIn: (inspection: StoredInspection) => boolean;
  readonly isStep: (step: Step) => boolean;
}
async function forget(storage: Storage, { nobody, isFilledIn, isStep }: Forgetting): Promise<void> {
  const found = new Set<number>();
  for await (const page of storage.documents({ kind: INSPECTIONS, prefix: '', pageSize: PAGE }))
    for (const { key, body } of page) if (isFilledIn(readStoredInspection(body))) found.add(Number(key));
  const isNamed = (step: Step): boolean => isStep(step) && step.userName !== nobody;
  await rewriteDocuments(storage, {
    kind: DEFECTS,
    change: (body) => {
      const defect = readStoredDefect(body);
      const isFound = found.has(defect.inspectionId) && defect.foundBy !== nobody;
      if (!isFound && !defect.steps.some(isNamed)) return null;
      const steps = defect.steps.map((step) =>
        isNamed(step) ? { ...step, userName: nobody, signature: '' } : step,
      );
      return { ...defect, steps, foundBy: isFound ? nobody : defect.foundBy };
    },
    listingOf: (body) => defectListing(readStoredDefect(body)),
  });
  // At last: by these the others are found, also after a process died between.
  await rewriteDocuments(storage, {
    kind: INSPECTIONS,
    change: (body) => {
      const inspection = readStoredInspection(body);
      const isMatch = isFilledIn(inspection) && inspection.userName !== nobody;
      return isMatch ? { ...inspection, driverUniqueId: '', userName: nobody } : null;
    },
    listingOf: (body) => inspectionListing(readStoredInspection(body)),
  });
}
