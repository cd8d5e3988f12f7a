import { expect, test } from 'vitest';
import { isBuiltIn, SOUND_NOTES, tonesOf, type BuiltInSound } from './sound-notes.ts';

const NAMES = Object.keys(SOUND_NOTES) as BuiltInSound[];

test('[EVT-6] there are 24 sounds, audio1 to audio24, and no two are alike', () => {
  expect(NAMES).toEqual(Array.from({ length: 24 }, (_, index) => `audio${index + 1}`));
  expect(new Set(NAMES.map((name) => JSON.stringify(tonesOf(name)))).size).toBe(24);
  // Nor do two differ by their timbre or pace alone.
  const tunes = NAMES.map((name) => tonesOf(name).map(({ hz }) => hz.toFixed(1)));
  expect(new Set(tunes.map((tune) => tune.join(' '))).size).toBe(24);
});

test('[EVT-6] every sound is short and within what small speakers play', () => {
  for (const name of NAMES) {
    const tones = tonesOf(name);
    expect(tones.at(-1)?.endMs, name).toBeLessThanOrEqual(1500);
    for (const [index, { hz, startMs, endMs }] of tones.entries()) {
      expect(hz, name).toBeGreaterThan(300);
      expect(hz, name).toBeLessThan(2000);
      expect(endMs, name).toBeGreaterThan(startMs);
      expect(startMs, name).toBeGreaterThanOrEqual(tones[index - 1]?.endMs ?? 0);
    }
  }
});

test('[EVT-6] notes are tuned to 440 Hz, a held one lasts on', () => {
  const [first, second, ...rest] = tonesOf('audio1');
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ startMs: 0, endMs: 110, wave: 'sine' });
  // E5 and B5 to the hundredth of a hertz, as tables print them.
  expect(first?.hz).toBeCloseTo(659.26, 2);
  expect(second?.hz).toBeCloseTo(987.77, 2);
  expect(second).toMatchObject({ startMs: 110, endMs: 440 });
});

test('[EVT-6] what every object has is no sound', () => {
  expect([isBuiltIn('audio24'), isBuiltIn('audio25'), isBuiltIn('constructor'), isBuiltIn(null)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
