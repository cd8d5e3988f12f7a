import { hasBilling, isShared, mayBrand, type User, type UserStatus } from '@rastro/fleet';
import type { CustomerDebt } from '@rastro/fleet/billing';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';

/** Begins the keys of all that is read of users. */
export const USERS_KEY = ['users'] as const;

type Users = Pick<UseQueryResult<readonly User[]>, 'data' | 'error' | 'refetch'>;

/** The managed users. @source docs/reference/requirements.md SPEC §5: requested only for a user who may have some. */
export function useUsers(): Users {
  const { client } = useServices();
  const { user } = useSignedIn();
  const isEnabled = user.administrator || user.userLimit === -1 || user.userLimit > 0;
  const query = useQuery<readonly User[]>({
    queryKey: USERS_KEY,
    enabled: isEnabled,
    queryFn: async ({ signal }) => valueOf(await client.users.list({}, signal)),
    select: withoutGuests,
  });
  return isEnabled ? query : { data: NOBODY, error: null, refetch: query.refetch };
}
/** The guest of a share is an account only for the server; shares have a screen of their own. */
const withoutGuests = (users: readonly User[]): readonly User[] => users.filter((user) => !isShared(user));
const NOBODY: readonly User[] = [];

/** Whether the tracking server stores more about users than Traccar does: invitations, last visits. */
export function useHasUserStatus(): boolean {
  return useUserStatusQuery().isSuccess;
}

/** Devices and last visit of each user; empty until known, or where the server does not report them. */
export function useUserStatuses(): ReadonlyMap<number, UserStatus> {
  return useUserStatusQuery().data ?? NONE;
}

function useUserStatusQuery(): UseQueryResult<ReadonlyMap<number, UserStatus>> {
  const { client } = useServices();
  const enabled = useFeature('customers');
  return useQuery<ReadonlyMap<number, UserStatus>>({
    queryKey: [...USERS_KEY, 'status'],
    enabled,
    queryFn: async ({ signal }) => {
      const all = valueOf(await client.users.statuses(signal));
      return new Map(all.map((each) => [each.userId, each]));
    },
  });
}
const NONE: ReadonlyMap<number, UserStatus> = new Map();

/** Debts of the users whom the caller bills; empty where billing is off, or the caller may see none. */
export function useDebts(): ReadonlyMap<number, CustomerDebt> {
  const { extension } = useServices();
  const { user, server, branding } = useSignedIn();
  const { brand } = branding;
  const isOn = hasBilling({ brand, plus: server.plus, serverAttributes: server.server.attributes });
  const { data } = useQuery<ReadonlyMap<number, CustomerDebt>>({
    queryKey: ['billing', 'debts'],
    enabled: isOn && mayBrand(user, brand),
    queryFn: async ({ signal }) => {
      const all = valueOf(await extension.billing.debts(signal));
      return new Map(all.map((each) => [each.customerId, each]));
    },
  });
  return data ?? NO_DEBTS;
}
const NO_DEBTS: ReadonlyMap<number, CustomerDebt> = new Map();
