import type { Connection } from './fleet.ts';

export const RECONNECT_MS = 5_000;
/** The server is read anyway when the socket takes longer than this to open. */
const SLOW_OPEN_MS = 1_500;
/** The server speaks at least every 55 s; twice that without a word is a dead line. */
const IDLE_TIMEOUT_MS = 120_000;

/**
 * The link to the server. Devices and positions are read after the socket is open, so that nothing falls
 * between the answer and the first frame; and when it cannot be opened, because only a read can tell an
 * ended session from a broken network.
 */
export type SessionState =
  | { readonly name: 'opening'; readonly readAt: number | null }
  | { readonly name: 'reading'; readonly socket: 'opening' | 'open' | 'closed'; readonly readAgain: boolean }
  | { readonly name: 'live'; readonly lastMessageAt: number; readonly reread: 'none' | 'running' | 'again' }
  | { readonly name: 'waiting'; readonly retryAt: number }
  | { readonly name: 'signedOut' };

export type SessionInput =
  | { readonly type: 'opened' | 'closed' | 'message' | 'read' | 'tick' | 'wake' | 'refresh' }
  /** `status` of the HTTP answer; 0 = no answer. */
  | { readonly type: 'readFailed'; readonly status: number };

/** Effects that the caller has to run. `open` replaces an existing socket. */
export type SessionEffect = 'open' | 'close' | 'read';
export interface SessionStep {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

export const startSession = (now: number): SessionStep => opening(now);

export function stepSession(state: SessionState, input: SessionInput, now: number): SessionStep {
  // A new sign-in requests a refresh.
  if (state.name === 'signedOut') return input.type === 'refresh' ? opening(now) : unchanged(state);
  if (input.type === 'readFailed') {
    return input.status === 401
      ? { state: { name: 'signedOut' }, effects: ['close'] }
      : waiting(now, ['close']);
  }
  switch (state.name) {
    case 'opening':
      return stepOpening(state, input, now);
    case 'reading':
      return stepReading(state, input, now);
    case 'live':
      return stepLive(state, input, now);
    case 'waiting': {
      const isDue = input.type === 'wake' || input.type === 'refresh' || now >= state.retryAt;
      return isDue ? opening(now) : unchanged(state);
    }
  }
}

/** Time of the next `tick`; null = none. */
export function dueAt(state: SessionState): number | null {
  if (state.name === 'waiting') return state.retryAt;
  if (state.name === 'opening') return state.readAt;
  return state.name === 'live' ? state.lastMessageAt + IDLE_TIMEOUT_MS : null;
}

/** Connection state for the user. */
export function connectionOf(state: SessionState): Connection {
  if (state.name === 'waiting') return { state: 'waiting', retryAt: state.retryAt };
  if (state.name === 'live' || state.name === 'signedOut') return { state: state.name };
  return { state: 'connecting' };
}

function stepOpening(
  state: SessionState & { name: 'opening' },
  input: SessionInput,
  now: number,
): SessionStep {
  if (input.type === 'opened') return reading('open');
  if (input.type === 'closed') return reading('closed');
  if (input.type === 'tick' && state.readAt !== null && now >= state.readAt) return reading('opening');
  return unchanged(state);
}

function stepReading(
  state: SessionState & { name: 'reading' },
  input: SessionInput,
  now: number,
): SessionStep {
  switch (input.type) {
    case 'opened':
      return unchanged({ ...state, socket: 'open', readAgain: true });
    case 'closed':
      return unchanged({ ...state, socket: 'closed' });
    case 'refresh':
      return unchanged({ ...state, readAgain: true });
    case 'read':
      if (state.socket === 'closed') return waiting(now, []);
      if (state.socket === 'opening') return unchanged({ name: 'opening', readAt: null });
      if (state.readAgain) return reading('open');
      return unchanged({ name: 'live', lastMessageAt: now, reread: 'none' });
    default:
      return unchanged(state);
  }
}

function stepLive(state: SessionState & { name: 'live' }, input: SessionInput, now: number): SessionStep {
  switch (input.type) {
    case 'message':
      return unchanged({ ...state, lastMessageAt: now });
    case 'closed':
      return waiting(now, []);
    case 'read':
      if (state.reread === 'again') return { state: { ...state, reread: 'running' }, effects: ['read'] };
      return unchanged({ ...state, reread: 'none' });
    case 'refresh':
      if (state.reread !== 'none') return unchanged({ ...state, reread: 'again' });
      return { state: { ...state, reread: 'running' }, effects: ['read'] };
    case 'tick':
    case 'wake':
      return now - state.lastMessageAt >= IDLE_TIMEOUT_MS ? opening(now) : unchanged(state);
    default:
      return unchanged(state);
  }
}

const unchanged = (state: SessionState): SessionStep => ({ state, effects: [] });
const opening = (now: number): SessionStep => ({
  state: { name: 'opening', readAt: now + SLOW_OPEN_MS },
  effects: ['open'],
});
const reading = (socket: 'opening' | 'open' | 'closed'): SessionStep => ({
  state: { name: 'reading', socket, readAgain: false },
  effects: ['read'],
});
const waiting = (now: number, effects: readonly SessionEffect[]): SessionStep => ({
  state: { name: 'waiting', retryAt: now + RECONNECT_MS },
  effects,
});
