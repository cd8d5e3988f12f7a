import type { Policy } from './policy.ts';

/** Whoever makes a rule that sends a command, or turns a saved one into a lock, must be able to send it himself. */
export const carriedCommand: Policy = {
  routes: new Set(['PUT /commands/:id', 'POST /notifications', 'PUT /notifications/:id']),
  check: async (call, gate) => {
    const right = await call.commandRight();
    return right === null ? null : gate.refusalOf(right, await call.user());
  },
};
