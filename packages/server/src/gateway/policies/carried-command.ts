import type { Policy } from './policy.ts';

/** Read-only users send nothing, directly or by a rule, unless they have the right by name. */
export const commandByViewer: Policy = {
  routes: new Set(['POST /commands/send', 'POST /notifications', 'PUT /notifications/:id']),
  check: async (call, gate) => {
    const [user, right] = [await call.user(), await call.commandRight()];
    return user === null || right === null ? null : gate.commandErrorFor(right, user);
  },
};

/** Users who make a rule that sends a command, or keep one that locks, must be able to send it themselves. */
export const carriedCommand: Policy = {
  routes: new Set(['POST /commands', 'PUT /commands/:id', 'POST /notifications', 'PUT /notifications/:id']),
  check: async (call, gate) => {
    const right = await call.commandRight();
    return right === null ? null : gate.errorFor(right, await call.user());
  },
};
