import type { Driver } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../services.tsx';
import { useRights } from '../use-rights.ts';
import { valueOf } from './query-client.ts';

const FRESH_MS = 300_000;
const NOBODY: ReadonlyMap<string, string> = new Map();
const namesOf = (drivers: readonly Driver[]): ReadonlyMap<string, string> =>
  new Map(drivers.map(({ uniqueId, name }) => [uniqueId, name]));

/** Names of drivers by the id that devices report; an unknown driver goes by that id. */
export function useDriverNames(isEnabled = true): ReadonlyMap<string, string> {
  const { client } = useServices();
  const { may } = useRights();
  const { data } = useQuery({
    queryKey: ['drivers'],
    enabled: isEnabled && may('drivers.view'),
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => valueOf(await client.drivers.list({}, signal)),
    select: namesOf,
  });
  return data ?? NOBODY;
}
