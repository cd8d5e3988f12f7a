import { decideGiven, type Right } from '@rastro/fleet';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights, type Rights } from '../../kernel/use-rights.ts';

/**
 * An expression runs on the server for every position: administrators write it, and whom the right was given by name.
 * The server asks again.
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
