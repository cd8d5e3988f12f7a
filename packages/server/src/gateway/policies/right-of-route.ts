import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** The right that the table asks for. A call that no rule is about does not exist. */
export const rightOfRoute: Policy = {
  check: async (call, gate) => {
    const rule = await call.rule();
    if (!rule) return gatewayErrors.notFound();
    return gate.errorFor(rule.access, await call.user());
  },
};

/** Names features that the installation lacks, in terms its administrator understands. */
export const tierOfRoute: Policy = {
  check: async ({ route: { tier } }, { plus, hasBilling }) => {
    if (tier === 'plus' && !plus) return gatewayErrors.plusNeeded();
    return tier === 'billing' && !(await hasBilling()) ? gatewayErrors.billingOff() : null;
  },
};
