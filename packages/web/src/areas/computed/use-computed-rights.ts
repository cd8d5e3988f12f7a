import { decideGiven, type Right } from '@rastro/fleet';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights, type Rights } from '../../kernel/use-rights.ts';

/**
 * Rights for computed attributes. An expression runs on the server for every position: administrators may write it, and
 * users who were given the right by name. The server checks again.
 */
export function useComputedRights(): Pick<Rights, 'may'> {
  const { isReadonly } = useRights();
  const { user, server, branding } = useSignedIn();
  const context = {
    brand: branding.brand,
    plus: server.plus,
    serverAttributes: server.server.attributes,
  };
  return { may: (right: Right) => !isReadonly && decideGiven(user, right, context).allowed };
}
