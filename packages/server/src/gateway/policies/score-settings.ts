import { managesUsers, type Attributes } from '@rastro/fleet';
import { SCORE_ATTRIBUTE } from '@rastro/fleet/scores';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** Weights of the scores are for those who manage people: nobody makes a better score by weighing what it counts. */
export const scoreSettings: Policy = {
  routes: new Set(['POST /groups', 'PUT /groups/:id']),
  check: async (call, { brand }) => {
    const user = await call.user();
    if (!user || managesUsers(user, brand)) return null;
    const { written } = call;
    if (!written) return gatewayErrors.unreadable();
    const group =
      call.key === 'POST /groups' ? null : await call.read(`/api/groups/${Math.trunc(written.id)}`);
    const { attributes }: { readonly attributes?: Attributes | null } = Object(group);
    const [before, after] = [attributes, written.attributes].map((each) => each?.[SCORE_ATTRIBUTE] ?? null);
    return JSON.stringify(before) === JSON.stringify(after)
      ? null
      : gatewayErrors.protectedAttribute(SCORE_ATTRIBUTE);
  },
};
