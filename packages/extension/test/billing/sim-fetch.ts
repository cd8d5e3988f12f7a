import { fail, ok, type Clock } from '@rastro/base';
import { unavailable, type SafeFetch } from '@rastro/outgoing';
import type { AsaasSimulator } from '@rastro/outgoing/testing';

/** Calls the simulator without a network. */
export const simFetch =
  (asaas: AsaasSimulator): SafeFetch =>
  async ({ method, url, headers = {}, body }) => {
    const text = body === undefined ? '' : Buffer.from(body).toString('utf8');
    const answer = asaas.handle({ method, target: url.pathname + url.search, headers, body: text });
    if (answer === null) return fail(unavailable('no answer in time'));
    return ok({ status: answer.status, headers: answer.headers ?? {}, body: answer.body ?? '' });
  };

/** Waits in no time. */
export function quickClock(start: number): Clock & { at: number; readonly slept: number[] } {
  const slept: number[] = [];
  const clock = {
    at: start,
    slept,
    now: () => clock.at,
    sleep: async (ms: number): Promise<void> => {
      slept.push(ms);
      clock.at += ms;
    },
  };
  return clock;
}
