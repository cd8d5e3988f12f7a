import type { FleetAlarm } from '@rastro/fleet';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRightsNews } from '../../kernel/fleet/use-rights-news.ts';
import { anEvent, aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { AlarmTray } from './alarm-tray.tsx';

/** A browser API that jsdom lacks: an output that only counts. */
const outputs: { tones: number[]; isOpen: boolean }[] = [];
class CountingContext {
  readonly played = { tones: [] as number[], isOpen: true };
  currentTime = 0;
  destination = {};
  constructor() {
    outputs.push(this.played);
  }
  resume = (): Promise<void> => Promise.resolve();
  close = (): Promise<void> => {
    this.played.isOpen = false;
    return Promise.resolve();
  };
  createGain() {
    const gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
    return { gain, connect: (to: unknown) => to };
  }
}
class CountingTone {
  readonly #context: CountingContext;
  constructor(context: CountingContext) {
    this.#context = context;
  }
  connect = (to: unknown): unknown => to;
  start = (at: number): void => void this.#context.played.tones.push(at);
  stop = (): void => undefined;
}
beforeEach(() => {
  outputs.length = 0;
  vi.stubGlobal('AudioContext', CountingContext);
  vi.stubGlobal('OscillatorNode', CountingTone);
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true });
  // The burst takes no time, however busy the machine is: the output has no clock that goes on, either.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const alarm = (id: number, isOpen = true): FleetAlarm => ({
  ...anEvent({ id, eventTime: new Date().toISOString(), attributes: { alarm: 'sos' } }),
  acknowledged: isOpen ? null : { userId: 1, userName: 'Ana', time: '', note: null },
});
function Tray() {
  useRightsNews();
  return <AlarmTray />;
}

test('[TRAY-5] three alarms of a burst are one siren that goes on; it ends when all are acknowledged', async () => {
  let alarms = [alarm(1)];
  const fleet = new MemoryFleet([aVehicle({ id: 1 })]);
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ id: 1 }) })
    .on('GET /api/alarms', () => ({ body: alarms }));
  await openPage({ server, fleet, at: '/home', routes: () => [{ path: '*', element: <Tray /> }] });
  await screen.findByRole('button', { name: '1 open alarm' });
  await vi.waitFor(() => expect(outputs[0]?.tones).toHaveLength(6));
  for (const count of [2, 3]) {
    alarms = [...alarms, alarm(count)];
    act(() => fleet.emitStale('alarms'));
    await screen.findByRole('button', { name: `${count} open alarms` });
  }
  // One output all the time: nothing was cut off. Once more after the first, and not three at once.
  expect(outputs).toHaveLength(1);
  expect(outputs[0]?.tones).toHaveLength(12);
  expect(outputs[0]?.tones.toSorted((a, b) => a - b)).toEqual(outputs[0]?.tones);
  alarms = alarms.map(({ id }) => alarm(id, false));
  act(() => fleet.emitStale('alarms'));
  await vi.waitFor(() => expect(outputs[0]?.isOpen).toBe(false));
});
