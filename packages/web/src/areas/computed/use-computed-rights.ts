import { useSignedIn } from '../../kernel/services.tsx';
import { useRights, type Rights } from '../../kernel/use-rights.ts';

/** An expression runs on the server for every position: administrators alone write it, and the server asks again. */
export function useComputedRights(): Pick<Rights, 'may'> {
  const { may, isReadonly } = useRights();
  const { user } = useSignedIn();
  return { may: (right) => user.administrator && !isReadonly && may(right) };
}
