import { foldText } from '@rastro/fleet';
import type { CardMapping } from '@rastro/fleet/costs';
import { readStoredMapping } from '@rastro/fleet/schemas';
import type { ExtensionBatch, ExtensionDocument } from '@rastro/storage';
import type { ExtensionHandler } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { costErrors, forMembers, type CostDeps } from './cost-deps.ts';
import { keyOf } from './cost-store.ts';

/** By company and provider. The body has the instant of its last use beside the mapping. */
const MAPPINGS = 'costMapping';
/** Of a company; of more, the one that was not used for longest goes. */
const MAX_MAPPINGS = 50;

interface UsedMapping {
  readonly key: string;
  readonly usedAt: string;
  readonly mapping: CardMapping;
}
const mappingIn = ({ key, body }: ExtensionDocument): UsedMapping => {
  const { usedAt, mapping } = Object(body);
  return { key, usedAt: String(usedAt), mapping: readStoredMapping(mapping) };
};

const mappingKey = (ownerId: number, provider: string): string => `${keyOf(ownerId)}/${foldText(provider)}`;

/** Mappings of a company, the one used last first. */
async function mappingsOf({ storage }: Pick<CostDeps, 'storage'>, ownerId: number): Promise<UsedMapping[]> {
  const found: UsedMapping[] = [];
  const prefix = `${keyOf(ownerId)}/`;
  for await (const page of storage.documents({ kind: MAPPINGS, prefix, pageSize: MAX_MAPPINGS }))
    found.push(...page.map(mappingIn));
  return found.toSorted((a, b) => (a.usedAt < b.usedAt ? 1 : -1));
}

export const listMappings = (deps: CostDeps): ExtensionHandler<'GET /costs/mappings'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller }) => {
      const { own } = await here.companiesOf(caller);
      return { status: 200, body: (await mappingsOf(here, own)).map(({ mapping }) => mapping) };
    }),
  );

export const removeMapping = (deps: CostDeps): ExtensionHandler<'DELETE /costs/mappings'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const { own } = await here.companiesOf(caller);
      const key = mappingKey(own, query.provider ?? '');
      if ((await here.storage.document(MAPPINGS, key)) === null) return costErrors.noMapping();
      await here.storage.commit({ remove: [{ kind: MAPPINGS, key, replaces: null }] });
      return { status: 204, body: '' };
    }),
  );

/** Saves how a file was read, for the next one of its provider. */
export async function savedMapping(
  deps: Pick<CostDeps, 'storage' | 'clock'>,
  ownerId: number,
  mapping: CardMapping,
): Promise<Required<Pick<ExtensionBatch, 'put' | 'remove'>>> {
  const key = mappingKey(ownerId, mapping.provider);
  const others = (await mappingsOf(deps, ownerId)).filter((each) => each.key !== key);
  const usedAt = new Date(deps.clock.now()).toISOString();
  return {
    put: [{ kind: MAPPINGS, key, body: { usedAt, mapping }, replaces: null }],
    remove: others.slice(MAX_MAPPINGS - 1).map((each) => ({ kind: MAPPINGS, key: each.key, replaces: null })),
  };
}
