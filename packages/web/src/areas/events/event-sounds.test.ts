import type { Attributes, FleetEvent } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { anEvent } from '../../testing/memory-fleet.ts';
import { createEventSounds } from './event-sounds.ts';
import { tonesOf, type Tone } from '../../kernel/event-style/sound-notes.ts';

const event = (attributes: Attributes = {}): FleetEvent => anEvent({ attributes });

/** Test setup: the sounds that were played, and settings that a test changes. */
function soundSetup({ filesPlay = true } = {}) {
  const played: (string | readonly Tone[])[] = [];
  const state = { muted: false, now: 0 };
  const playFor = createEventSounds({
    brand: 'acme',
    origin: 'https://fleet.example',
    isMuted: () => state.muted,
    now: () => state.now,
    speaker: {
      play: (tones) => void played.push(tones),
      playFile: (url) => {
        played.push(url);
        return Promise.resolve(filesPlay);
      },
      close: () => undefined,
    },
  });
  return { played, state, playFor };
}

test('[EVT-7] 200 events in a second are heard twice', async () => {
  const { played, state, playFor } = soundSetup();
  for (let batch = 0; batch < 20; batch++) {
    state.now = batch * 50;
    await playFor(Array.from({ length: 10 }, () => event()));
  }
  expect(played).toEqual([tonesOf('audio1'), tonesOf('audio1')]);
});

test('[EVT-7] the mute counts from the next event on', async () => {
  const { played, state, playFor } = soundSetup();
  state.muted = true;
  await playFor([event()]);
  expect(played).toEqual([]);
  state.muted = false;
  await playFor([event({ 'acme.sound': 'audio9' })]);
  expect(played).toEqual([tonesOf('audio9')]);
});

test('[EVT-8] a custom sound that does not play becomes the default', async () => {
  const custom = event({ 'acme.sound': 'custom', 'acme.soundURL': '/horn.mp3' });
  const { played, playFor } = soundSetup();
  await playFor([custom]);
  expect(played).toEqual(['https://fleet.example/horn.mp3']);
  const broken = soundSetup({ filesPlay: false });
  await broken.playFor([custom]);
  expect(broken.played).toEqual(['https://fleet.example/horn.mp3', tonesOf('audio1')]);
});
