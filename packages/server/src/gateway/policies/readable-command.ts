import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** What we cannot read, the other side might: no command passes unseen. */
export const readableCommand: Policy = {
  routes: new Set([
    'POST /commands/send',
    'PUT /commands/:id',
    'POST /notifications',
    'PUT /notifications/:id',
  ]),
  check: async (call) => ((await call.command()) === 'unreadable' ? gatewayErrors.unreadable() : null),
};
