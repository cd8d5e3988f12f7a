import { useQuery } from '@tanstack/react-query';
import { ImpersonateButton } from '../../kernel/impersonation/impersonate-button.tsx';
import { beginAsOther } from '../../kernel/impersonation/begin-as-other.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';

/** Button to impersonate a customer, shown once their rights are known: only for a user who holds all of them. */
export function ImpersonateCustomer({ userId }: { readonly userId: number }) {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ['resellers', 'user', userId],
    queryFn: async ({ signal }) => valueOf(await client.users.read(userId, signal)),
  });
  return data === undefined ? null : (
    <ImpersonateButton user={{ ...data, password: null }} onDone={beginAsOther} size="sm" />
  );
}
