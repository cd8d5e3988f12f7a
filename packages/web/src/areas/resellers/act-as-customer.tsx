import { useQuery } from '@tanstack/react-query';
import { ActAs } from '../../kernel/acting/act-as.tsx';
import { beginAsOther } from '../../kernel/acting/begin-as-other.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';

/** Goes on as a customer, once it is known what he holds: whoever holds less is not offered it. */
export function ActAsCustomer({ userId }: { readonly userId: number }) {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ['resellers', 'user', userId],
    queryFn: async ({ signal }) => valueOf(await client.users.read(userId, signal)),
  });
  return data === undefined ? null : (
    <ActAs user={{ ...data, password: null }} onDone={beginAsOther} size="sm" />
  );
}
