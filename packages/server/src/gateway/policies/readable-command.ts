import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** The other side might read a command that we cannot: none passes unread. */
export const readableCommand: Policy = {
  routes: new Set([
    'POST /commands/send',
    'PUT /commands/:id',
    'POST /notifications',
    'PUT /notifications/:id',
  ]),
  check: async (call) => ((await call.command()) === 'unreadable' ? gatewayErrors.unreadable() : null),
};
