import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';

const LIST = '/shares';

/** Owner of the shares, from the address: a managed user; 0 = oneself. */
export function useShareOwner() {
  const [search] = useSearchParams();
  const { user } = useSignedIn();
  const asked = Number(search.get('owner'));
  const owner = Number.isSafeInteger(asked) && asked > 0 && asked !== user.id ? asked : 0;
  const query = owner === 0 ? '' : `?owner=${owner}`;
  return { owner, list: `${LIST}${query}`, pathOf: (id: number) => `${LIST}/${id}${query}` };
}

/** Null = not known, or not yet. */
export function useOwnerName(owner: number): string | null {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ['users', owner, 'name'],
    enabled: owner > 0,
    queryFn: async ({ signal }) => valueOf(await client.users.read(owner, signal)).name,
  });
  return data ?? null;
}
