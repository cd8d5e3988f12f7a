import { createTrackingClient, TRACKING_TIMEOUT_MS, type Answer } from '@rastro/tracking-client';
import type { FleetFrame, FleetSource } from './fleet-source.ts';

export interface TrackingAddress {
  /** Of the tracking server, or of a node in front of it; without a trailing slash. */
  readonly url: string;
  /** Of the account that the feed sees by: it tells what this account is linked to. */
  readonly token: string;
}

/** Any tracking server, by its API alone. */
export function trackingSource({ url, token }: TrackingAddress): FleetSource {
  const client = createTrackingClient({
    fetch,
    basePath: `${url}/api`,
    timeoutMs: TRACKING_TIMEOUT_MS,
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    devices: async (signal) => answered(await client.devices.list({}, signal)),
    events: async (deviceId, period, signal) =>
      answered(await client.reports.list('events', { ...period, deviceIds: [deviceId] }, signal)),
    positions: async (deviceId, period, signal) =>
      answered(await client.positions.history({ deviceId, ...period }, signal)),
    listen: (tell, signal) =>
      listen(`${url.replace(/^http/, 'ws')}/api/socket?token=${encodeURIComponent(token)}`, tell, signal),
  };
}

function answered<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  const { code, status } = answer.error;
  throw new Error(`Cannot read the fleet: the tracking server answered ${code} (${status})`);
}

async function listen(
  address: string,
  tell: (frame: FleetFrame) => void,
  signal: AbortSignal,
): Promise<{ readonly ended: Promise<void> }> {
  signal.throwIfAborted();
  const socket = new WebSocket(address);
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const stop = (): void => socket.close();
  signal.addEventListener('abort', stop, { once: true });
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('message', ({ data }) => {
    const frame = frameIn(data);
    if (frame) tell(frame);
    else socket.close();
  });
  // Whoever waits for "open" hears of a refusal; the address stays out of it, it holds the token.
  socket.addEventListener('error', () => opened.reject(new Error('Cannot listen to the tracking server')));
  socket.addEventListener('close', () => {
    signal.removeEventListener('abort', stop);
    opened.reject(new Error('Cannot listen to the tracking server: it closed the connection'));
    ended.resolve();
  });
  await opened.promise;
  return { ended: ended.promise };
}

/** @returns null = whoever speaks there is no tracking server. */
function frameIn(data: unknown): FleetFrame | null {
  try {
    const frame: unknown = JSON.parse(String(data));
    return isFrame(frame) ? frame : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isListOrAbsent = (value: unknown): boolean => value === undefined || Array.isArray(value);

/** The rows are taken at the server's word, as everywhere behind the tracking API. */
function isFrame(value: unknown): value is FleetFrame {
  if (typeof value !== 'object' || value === null) return false;
  const { devices, positions, events, gone }: { [K in keyof FleetFrame]?: unknown } = value;
  return [devices, positions, events, gone].every(isListOrAbsent);
}
