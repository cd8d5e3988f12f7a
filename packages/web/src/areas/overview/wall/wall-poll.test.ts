import type { WallView } from '@rastro/fleet/figures';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WallPoll, type AskWall } from './wall-poll.ts';

const START = Date.parse('2026-11-28T10:00:00Z');
beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(START);
});
afterEach(() => vi.useRealTimers());

const view = (countedAt: number): WallView => ({
  name: 'Hall',
  seconds: 30,
  expiration: '2027-01-01T00:00:00Z',
  formats: {
    language: 'en',
    zone: 'UTC',
    hour12: false,
    speedUnit: 'kmh',
    distanceUnit: 'km',
    temperatureUnit: 'celsius',
    coordinateFormat: 'dd',
  },
  pages: [],
  map: null,
  mapLeftOut: 0,
  version: '1',
  countedAt,
  answeredAt: START,
});
type Reply = WallView | null | number;
/** A poll whose server answers with the last of `replies`; a number is the status of a failure. */
function open(replies: Reply[]) {
  const asked: { at: number; known: number | null }[] = [];
  const ask: AskWall = async (known) => {
    asked.push({ at: Date.now() - START, known });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (typeof reply !== 'number') return { ok: true, value: reply ?? null };
    const error = {
      status: reply,
      code: 'X',
      message: '',
      body: null,
      challenge: null,
      trustAvailable: false,
    };
    return { ok: false, error };
  };
  const poll = new WallPoll(ask);
  const stop = poll.start();
  return { asked, poll, stop, times: () => asked.map(({ at }) => at / 1000) };
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('[WEBWALL-4] pauses grow from a second to a minute, the last figures stay, and the network ends a pause', async () => {
  const replies: Reply[] = [view(1), null, 0];
  const { poll, times, asked } = open(replies);
  await pass(1);
  expect(poll.state()).toMatchObject({ status: 'shown', view: { countedAt: 1 }, answeredAt: START + 1000 });
  await pass(1);
  expect(poll.state()).toMatchObject({ status: 'stale', view: { countedAt: 1 }, answeredAt: START + 1000 });
  await pass(200);
  expect(times()).toEqual([0, 1, 2, 3, 5, 9, 17, 33, 65, 125, 185]);
  expect(asked.at(-1)?.known).toBe(1);
  replies.push(view(2));
  replies.shift();
  poll.retry();
  await pass(0);
  expect(poll.state()).toMatchObject({ status: 'shown', view: { countedAt: 2 } });
  await pass(1);
  expect(times().at(-1)).toBe(203);
});

test('[WEBWALL-4] after five minutes without an answer everything is read again', async () => {
  const { asked } = open([view(1), 502]);
  await pass(400);
  expect(asked.at(-1)?.known).toBeNull();
});

test('[WEBWALL-3] an ended wall keeps nothing, asks seldom, and comes back; one that is left asks no more', async () => {
  const { poll, times, stop } = open([view(1), 404, 429, view(3), null]);
  await pass(1);
  expect(poll.state()).toEqual({ status: 'ended', view: null, answeredAt: 0, offset: 0 });
  await pass(300);
  expect(poll.state().status).toBe('ended');
  await pass(1);
  expect(poll.state()).toMatchObject({ status: 'shown', view: { countedAt: 3 } });
  expect(times()).toEqual([0, 1, 301, 302]);
  stop();
  await pass(100);
  expect(times()).toHaveLength(4);
});

test('[WEBWALL-4] a network that comes and goes while a question is under way leaves one row of questions', async () => {
  let asked = 0;
  let answers = false;
  const signals: AbortSignal[] = [];
  const poll = new WallPoll((_known, signal) => {
    asked += 1;
    if (answers) return Promise.resolve({ ok: true, value: view(1) });
    signals.push(signal);
    return asked === 1
      ? Promise.reject(new Error('cut'))
      : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('left'))));
  });
  const stop = poll.start();
  await pass(1);
  expect(asked).toBe(2);
  for (let times = 0; times < 3; times++) poll.retry();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true, false]);
  answers = true;
  poll.retry();
  await pass(0);
  expect(poll.state().status).toBe('shown');
  asked = 0;
  await pass(10);
  expect(asked).toBe(10);
  stop();
});

test('[WEBWALL-9] a clock that is less than a minute apart agrees, others are set right by each answer with figures', async () => {
  const at = (answeredAt: number): WallView => ({ ...view(1), answeredAt });
  const { poll } = open([at(START + 59_000), at(START + 86_400_000), null, at(START - 3_600_000)]);
  const offset: number[] = [];
  for (let times = 0; times < 4; times++) {
    await pass(times === 0 ? 0 : 1);
    offset.push(poll.state().offset);
  }
  expect(offset).toEqual([0, 86_399_000, 86_399_000, -3_603_000]);
});
