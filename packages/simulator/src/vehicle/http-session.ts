import { Agent, request } from 'node:http';
import type { Clock } from '@rastro/base';
import { osmandRequest, type OsmandForm, type OsmandRequest } from '../devices/osmand.ts';
import type { Address } from '../link/link.ts';
import { pause } from '../link/pause.ts';
import type { Speaker, Timing } from './stream-session.ts';

export interface HttpRoute {
  readonly address: Address;
  readonly form: OsmandForm;
  readonly timing: Timing;
  readonly clock: Clock;
}

/** Posts a vehicle's reports one by one, in order, each until the server has taken it. */
export async function runHttpSession(speaker: Speaker, route: HttpRoute, signal: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let retryMs = route.timing.retryMs;
  try {
    while (!signal.aborted) {
      const [report] = speaker.coverage.reachable ? speaker.outbox.oldest(1) : [];
      if (!report) {
        if (speaker.coverage.reachable) await speaker.outbox.changed(signal);
        else await pause(retryMs, route.clock, signal);
        continue;
      }
      const taken = await post(route, osmandRequest(speaker.uniqueId, report, route.form), { agent, signal });
      if (taken) speaker.outbox.confirm(1);
      else await pause(retryMs, route.clock, signal);
      retryMs = taken ? route.timing.retryMs : Math.min(retryMs * 2, route.timing.longestRetryMs);
    }
  } finally {
    agent.destroy();
  }
}

interface Connection {
  readonly agent: Agent;
  readonly signal: AbortSignal;
}

/** @returns Whether the server answered with success. */
function post(
  { address: { host, port }, timing }: HttpRoute,
  { method, path, contentType, body }: OsmandRequest,
  { agent, signal }: Connection,
): Promise<boolean> {
  const headers = contentType === null ? {} : { 'content-type': contentType };
  return new Promise((resolve) => {
    const outgoing = request({ host, port, method, path, headers, agent, signal, timeout: timing.ackMs });
    outgoing.on('timeout', () => outgoing.destroy());
    // The reason does not matter to a device: it retries.
    outgoing.on('error', () => resolve(false));
    outgoing.on('response', (response) => {
      response.resume();
      response.on('error', () => resolve(false));
      response.on('end', () => resolve((response.statusCode ?? 500) < 300));
    });
    outgoing.end(body ?? undefined);
  });
}
