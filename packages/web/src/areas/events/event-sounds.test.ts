import type { Attributes, FleetEvent } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { anEvent } from '../../testing/memory-fleet.ts';
import { createEventSounds } from './event-sounds.ts';
import { tonesOf, type Tone } from '../../kernel/event-look/sound-notes.ts';

const event = (attributes: Attributes = {}): FleetEvent => anEvent({ attributes });

/** A room to listen in: what was heard, and what a test changes. */
function room({ filesPlay = true } = {}) {
  const heard: (string | readonly Tone[])[] = [];
  const state = { muted: false, now: 0 };
  const hear = createEventSounds({
    brand: 'acme',
    origin: 'https://fleet.example',
    isMuted: () => state.muted,
    now: () => state.now,
    speaker: {
      play: (tones) => void heard.push(tones),
      playFile: (url) => {
        heard.push(url);
        return Promise.resolve(filesPlay);
      },
      close: () => undefined,
    },
  });
  return { heard, state, hear };
}

test('[EVT-7] 200 events in a second are heard twice', async () => {
  const { heard, state, hear } = room();
  for (let batch = 0; batch < 20; batch++) {
    state.now = batch * 50;
    await hear(Array.from({ length: 10 }, () => event()));
  }
  expect(heard).toEqual([tonesOf('audio1'), tonesOf('audio1')]);
});

test('[EVT-7] the mute counts from the next event on', async () => {
  const { heard, state, hear } = room();
  state.muted = true;
  await hear([event()]);
  expect(heard).toEqual([]);
  state.muted = false;
  await hear([event({ 'acme.sound': 'audio9' })]);
  expect(heard).toEqual([tonesOf('audio9')]);
});

test('[EVT-8] a custom sound that does not play becomes the default', async () => {
  const custom = event({ 'acme.sound': 'custom', 'acme.soundURL': '/horn.mp3' });
  const { heard, hear } = room();
  await hear([custom]);
  expect(heard).toEqual(['https://fleet.example/horn.mp3']);
  const broken = room({ filesPlay: false });
  await broken.hear([custom]);
  expect(broken.heard).toEqual(['https://fleet.example/horn.mp3', tonesOf('audio1')]);
});
