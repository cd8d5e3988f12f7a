import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tonesOf } from './sound-notes.ts';
import { openSpeaker } from './speaker.ts';

/** A browser API that jsdom lacks: an output that only counts. */
const played: string[] = [];
class CountingContext {
  currentTime = 5;
  destination = {};
  resume = (): Promise<void> => Promise.resolve();
  close = (): Promise<void> => Promise.resolve();
  createGain() {
    const gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
    return { gain, connect: (to: unknown) => to };
  }
}
class CountingTone {
  readonly #hz: number;
  constructor(_context: unknown, { frequency }: { frequency: number }) {
    this.#hz = frequency;
  }
  connect = (to: unknown): unknown => to;
  start = (at: number): void => void played.push(`${Math.round(this.#hz)} from ${at.toFixed(2)}`);
  stop = (at: number): void => void played.push(`to ${at.toFixed(2)}`);
}
const activation = { hasBeenActive: false };

beforeEach(() => {
  played.length = 0;
  activation.hasBeenActive = false;
  vi.stubGlobal('AudioContext', CountingContext);
  vi.stubGlobal('OscillatorNode', CountingTone);
  Object.defineProperty(navigator, 'userActivation', { value: activation, configurable: true });
});
afterEach(() => vi.unstubAllGlobals());

test('[EVT-18] nothing sounds before the first gesture, and nothing is made up for after it', async () => {
  const speaker = openSpeaker(window);
  speaker.play(tonesOf('audio1'));
  // A key that browsers do not count as a gesture.
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  speaker.play(tonesOf('audio1'));
  await Promise.resolve();
  expect(played).toEqual([]);
  activation.hasBeenActive = true;
  window.dispatchEvent(new Event('pointerdown'));
  speaker.play(tonesOf('audio1'));
  await vi.waitFor(() => expect(played).toEqual(['659 from 5.01', 'to 5.12', '988 from 5.12', 'to 5.45']));
  speaker.close();
});

test('[EVT-18] a page that was touched before, e.g. at the login, sounds at once', async () => {
  activation.hasBeenActive = true;
  const speaker = openSpeaker(window);
  speaker.play(tonesOf('audio20'));
  await vi.waitFor(() => expect(played).toHaveLength(12));
  speaker.close();
});
