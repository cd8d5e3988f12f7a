import { host } from '@rastro/base/host';
import { jsonBody, osmandQuery } from './message.ts';
import type { Parcel, Sender } from './sender.ts';

const TIMEOUT_MS = 10_000;
/** Answers that will be the same next time; others (busy, broken, throttled) are tried again. */
const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/** OsmAnd reports by GET, or `{position, device}` by POST. Redirects are not followed. */
export function httpSender(kind: 'osmand' | 'json', url: URL): Sender {
  const request = (parcel: Parcel): [URL, RequestInit] => {
    if (kind === 'osmand') {
      const target = new URL(url);
      target.search = osmandQuery(parcel.uniqueId, parcel.position).toString();
      return [target, { method: 'GET' }];
    }
    const { device, position } = parcel.serialized();
    const headers = { 'content-type': 'application/json' };
    return [url, { method: 'POST', headers, body: jsonBody(device, position) }];
  };
  return {
    send: async (parcel, signal) => {
      const [target, init] = request(parcel);
      const limit = AbortSignal.any([signal, host.timeout(TIMEOUT_MS)]);
      const response = await fetch(target, { ...init, signal: limit, redirect: 'manual' });
      await response.body?.cancel();
      if (response.ok) return 'sent';
      if (isFinal(response.status)) return 'refused';
      throw new Error(`Cannot forward: the other side answered ${response.status}`);
    },
    close: () => {},
  };
}
