import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Certainty } from '@rastro/tracker';
import { sendError } from './gateway/answers.ts';
import { gatewayErrors } from './gateway/gateway-errors.ts';

/** The other processes that serve users. */
export interface Others {
  /** That what they have done is known here. */
  readonly certain: Certainty;
  /** Resolves when what was written here is on its way to them. */
  readonly sent: () => Promise<void>;
}

/**
 * Answers nobody by what was known long ago: others may have changed it while this process stood still. What is written
 * here is on its way to the others before it is answered: the next request may go to one of them.
 * @param isData Requests by which users read and write.
 */
export function guardShared(
  app: FastifyInstance,
  others: Others | null,
  isData: (request: FastifyRequest) => boolean,
): void {
  if (others === null) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!isData(request) || (await isCertain(others))) return;
    sendError(reply, gatewayErrors.databaseAway());
    return reply;
  });
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET') await others.sent();
  });
}

/** The same for a socket that is nobody's yet; it ends where nothing can be known. */
export async function whenCertain(
  others: Others | null,
  socket: Pick<Duplex, 'on' | 'destroy' | 'destroyed'>,
  open: () => void,
): Promise<void> {
  if (others === null) return open();
  // A peer that resets while this waits would end the process.
  socket.on('error', () => socket.destroy());
  if (!(await isCertain(others))) socket.destroy();
  else if (!socket.destroyed) open();
}

/** False = it cannot be known: the database is away. */
async function isCertain({ certain }: Others): Promise<boolean> {
  try {
    await certain();
    return true;
  } catch {
    return false;
  }
}
