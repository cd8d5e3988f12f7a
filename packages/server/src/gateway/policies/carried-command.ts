import type { Policy } from './policy.ts';

/** Whoever may only look sends nothing, by himself or by a rule, unless the right is his by name. */
export const commandByViewer: Policy = {
  routes: new Set(['POST /commands/send', 'POST /notifications', 'PUT /notifications/:id']),
  check: async (call, gate) => {
    const [user, right] = [await call.user(), await call.commandRight()];
    return user === null || right === null ? null : gate.commandErrorFor(right, user);
  },
};

/** Whoever makes a rule that sends a command, or keeps one that locks, must be able to send it himself. */
export const carriedCommand: Policy = {
  routes: new Set(['POST /commands', 'PUT /commands/:id', 'POST /notifications', 'PUT /notifications/:id']),
  check: async (call, gate) => {
    const right = await call.commandRight();
    return right === null ? null : gate.errorFor(right, await call.user());
  },
};
