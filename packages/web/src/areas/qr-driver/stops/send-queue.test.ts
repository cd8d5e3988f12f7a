import type { DriverStep, DriverStepAnswer } from '@rastro/fleet/orders';
import type { ApiFailure, DriverStopCalls } from '@rastro/tracking-client';
import { expect, test } from 'vitest';
import { newUuid } from '../../../kernel/uuid.ts';
import type { DriverStore, QueuedPicture, QueuedStep } from './driver-store.ts';
import { openDriverStore } from './open-driver-store.ts';
import { sendQueue } from './send-queue.ts';
import { navigationLinks } from './navigation-links.ts';
import { nextStop, withAnswer, withQueue } from './stop-state.ts';

const DANA = 5;
const ELI = 6;
const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const aStep = (id: string, minute: number, more: Partial<DriverStep> = {}): DriverStep => ({
  id,
  orderId: 7,
  kind: 'done',
  at: at(minute),
  reason: null,
  name: '',
  code: '',
  note: '',
  pictures: [],
  ...more,
});
const queued = (step: DriverStep, userId = DANA): QueuedStep => ({
  userId,
  step,
  customer: 'Padaria',
  isRejected: false,
});
const failure = (status: number): ApiFailure => ({ status, code: 'X', message: '' }) as ApiFailure;

/** A server that counts what arrives; `fails` makes the next calls fail. */
function aServer() {
  const server = {
    steps: [] as string[],
    pictures: [] as string[],
    fails: [] as number[],
    unreadable: new Set<string>(),
    /** Of order 7; null = it has none. */
    code: null as string | null,
  };
  const answerOf = ({ id, orderId }: DriverStep): DriverStepAnswer => ({
    id,
    orderId,
    outcome: 'counted',
    state: 'done',
    endedBy: 'Dana',
    endedAt: at(1),
  });
  const calls: Pick<DriverStopCalls, 'report' | 'sendPicture'> = {
    report: ({ steps }) => {
      const status = server.fails.shift();
      if (status !== undefined) return Promise.resolve({ ok: false, error: failure(status) });
      if (steps.some(({ id }) => server.unreadable.has(id)))
        return Promise.resolve({ ok: false, error: failure(400) });
      const isWrong = ({ orderId, code }: DriverStep): boolean =>
        orderId === 7 && server.code !== null && code !== server.code;
      server.steps.push(...steps.filter((step) => !isWrong(step)).map(({ id }) => id));
      const value = steps.map((step): DriverStepAnswer =>
        isWrong(step)
          ? { ...answerOf(step), outcome: 'wrongCode', state: 'assigned', endedBy: '', endedAt: null }
          : answerOf(step),
      );
      return Promise.resolve({ ok: true, value });
    },
    sendPicture: ({ id }) => {
      const status = server.fails.shift();
      if (status !== undefined) return Promise.resolve({ ok: false, error: failure(status) });
      if (server.unreadable.has(id)) return Promise.resolve({ ok: false, error: failure(400) });
      server.pictures.push(id);
      return Promise.resolve({ ok: true, value: null });
    },
  };
  const send = (store: DriverStore, answers: string[] = []) =>
    sendQueue(
      { store, calls, userId: DANA, now: () => 0, onAnswer: (_step, { id }) => void answers.push(id) },
      new AbortController().signal,
    );
  return { server, send };
}
const picture = (id: string): QueuedPicture => ({
  userId: DANA,
  id,
  orderId: 7,
  use: 'photo',
  type: 'image/jpeg',
  bytes: new ArrayBuffer(3),
});

test('[WEBSTOP-1] steps leave in the order of their times, then their pictures, of this driver alone', async () => {
  const store = openDriverStore(undefined);
  await store.add(queued(aStep('second', 2)), [picture('photo')]);
  await store.add(queued(aStep('first', 1)), []);
  await store.add(queued(aStep('of eli', 0), ELI), []);
  const { server, send } = aServer();
  expect(await send(store)).toBeNull();
  expect([server.steps, server.pictures]).toEqual([['first', 'second'], ['photo']]);
  expect([await store.steps(DANA), await store.pictures(DANA)]).toEqual([[], []]);
  expect((await store.steps(ELI)).map(({ step }) => step.id)).toEqual(['of eli']);
});

test('[WEBSTOP-1] whatever fails stays, and goes with the next attempt', async () => {
  const store = openDriverStore(undefined);
  await store.add(queued(aStep('first', 1)), [picture('photo')]);
  const { server, send } = aServer();
  for (const status of [0, 401, 403, 409, 429, 502]) {
    server.fails.push(status);
    expect((await send(store))?.status).toBe(status);
    expect(await store.steps(DANA)).toHaveLength(1);
  }
  const answers: string[] = [];
  expect(await send(store, answers)).toBeNull();
  expect([answers, server.pictures]).toEqual([['first'], ['photo']]);
});

test('[WEBSTOP-1] a picture that the server does not take holds up no other', async () => {
  const store = openDriverStore(undefined);
  await store.add(queued(aStep('first', 1)), [picture('broken'), picture('good')]);
  const { server, send } = aServer();
  server.unreadable.add('broken');
  expect(await send(store)).toBeNull();
  expect(server.pictures).toEqual(['good']);
  expect(await store.pictures(DANA)).toEqual([]);
});

test('[WEBSTOP-1] a step that the server cannot read is set aside, and the others count', async () => {
  const store = openDriverStore(undefined);
  for (const id of ['first', 'broken', 'third']) await store.add(queued(aStep(id, 1)), []);
  const { server, send } = aServer();
  server.unreadable.add('broken');
  expect(await send(store)).toBeNull();
  expect(server.steps).toEqual(['first', 'third']);
  expect((await store.steps(DANA)).map(({ step, isRejected }) => [step.id, isRejected])).toEqual([
    ['broken', true],
  ]);
});

test('[WEBSTOP-6] a step with a wrong code stays in the phone with its pictures, and goes again with another code', async () => {
  const store = openDriverStore(undefined);
  const photo = picture('photo');
  const proof = {
    name: 'Bia',
    note: 'at the gate',
    code: '1',
    pictures: [{ id: 'photo', use: 'photo' as const }],
  };
  const step = aStep('done', 2, proof);
  await store.add(queued(step), [photo]);
  await store.add(queued(aStep('other', 3, { orderId: 8 })), []);
  const { server, send } = aServer();
  server.code = '4711';
  expect(await send(store)).toBeNull();
  // Nothing of it is sent again by itself, nor its pictures, and nothing else waits for it.
  expect(await send(store)).toBeNull();
  expect([server.steps, server.pictures]).toEqual([['other'], []]);
  const [held] = await store.steps(DANA);
  expect([held?.codeProblem, held?.step]).toEqual(['wrongCode', step]);
  expect(await store.pictures(DANA)).toHaveLength(1);
  expect(withQueue(LIST, held ? [held] : [])[0]?.state).toBe('assigned');
  await store.add(queued({ ...step, code: '4711' }), []);
  expect(await send(store)).toBeNull();
  expect([server.steps, server.pictures]).toEqual([['other', 'done'], ['photo']]);
  expect([await store.steps(DANA), await store.pictures(DANA)]).toEqual([[], []]);
});

const STOP = {
  orderId: 7,
  needsCode: false,
  reference: '',
  customer: 'Padaria',
  from: null,
  to: null,
  minutes: 10,
  load: 0,
  note: '',
  place: { address: 'Rua A, 1', latitude: null, longitude: null },
  state: 'assigned',
  reason: null,
  contactName: '',
  contactPhone: '',
  arrivesAt: null,
  arrivedAt: null,
  endedAt: null,
} as const;
const LIST = { deviceId: 3, stops: [STOP, { ...STOP, orderId: 8 }], hiddenCount: 0 };

test('[WEBSTOP-2] the list has what waits in the phone, and what was answered, before it is read again', () => {
  const waiting = [queued(aStep('a', 1, { kind: 'arrive' })), queued(aStep('b', 2))];
  const [first, second] = withQueue(LIST, waiting);
  expect([first?.state, first?.arrivedAt, first?.endedAt, first?.isWaiting]).toEqual([
    'done',
    at(1),
    at(2),
    true,
  ]);
  expect(second?.isWaiting).toBe(false);
  expect(nextStop(withQueue(LIST, waiting))).toBe(8);
  const answer = { id: 'b', orderId: 7, outcome: 'counted', endedBy: 'Dana' } as const;
  const after = withAnswer(LIST, queued(aStep('b', 2)), { ...answer, state: 'done', endedAt: at(2) });
  expect(after.stops.map(({ state }) => state)).toEqual(['done', 'assigned']);
});

test('[WEBSTOP-2] ids are UUIDs, and navigation leads to coordinates or else to the address', () => {
  expect(newUuid()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(navigationLinks({ address: '', latitude: null, longitude: null })).toBeNull();
  expect(navigationLinks(STOP.place)?.phone).toBe('geo:0,0?q=Rua%20A%2C%201');
  const links = navigationLinks({ address: 'Rua A, 1', latitude: -23.5, longitude: -46.6 });
  expect(links?.phone).toBe('geo:-23.5,-46.6?q=-23.5,-46.6');
  expect(links?.waze).toBe('https://waze.com/ul?ll=-23.5%2C-46.6&navigate=yes');
  expect(links?.google).toContain('destination=-23.5%2C-46.6');
});
