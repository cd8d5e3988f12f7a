import type { Group } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../services.tsx';
import { useRights } from '../use-rights.ts';
import { valueOf } from './query-client.ts';

const NONE: ReadonlyMap<number, string> = new Map();
const namesOf = (groups: readonly Group[]): ReadonlyMap<number, string> =>
  new Map(groups.map(({ id, name }) => [id, name]));

/** Names of the groups that the user may see. */
export function useGroupNames(isEnabled = true): ReadonlyMap<number, string> {
  const { client } = useServices();
  const { may } = useRights();
  const { data } = useQuery({
    queryKey: ['groups'],
    enabled: isEnabled && may('groups.view'),
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
    select: namesOf,
  });
  return data ?? NONE;
}
