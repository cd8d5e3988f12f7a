import type { Attributes, EventType, FleetEvent } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { anEvent } from '../../testing/memory-fleet.ts';
import { soundAddress } from '../../kernel/event-style/sound-address.ts';
import { chooseSound, SOUND_PAUSE_MS, type SoundContext } from './choose-sound.ts';

const ORIGIN = 'https://fleet.example';
const CONTEXT: SoundContext = { brand: 'acme', origin: ORIGIN, muted: false, now: 10_000, lastAt: 0 };

const event = (attributes: Attributes = {}, type: EventType = 'alarm'): FleetEvent =>
  anEvent({ attributes, type });
const choose = (events: readonly FleetEvent[], part: Partial<SoundContext> = {}) =>
  chooseSound(events, { ...CONTEXT, ...part });
const builtIn = (name: string) => ({ kind: 'builtIn', name });

test('[EVT-6] audio1 unless the rule names another sound that exists', () => {
  expect(choose([event()])).toEqual(builtIn('audio1'));
  expect(choose([event({ 'acme.sound': 'audio24' })])).toEqual(builtIn('audio24'));
  expect(choose([event({ 'acme.sound': 'audio25' })])).toEqual(builtIn('audio1'));
});

test('[EVT-7] a batch has one sound: of its newest pinned event, else of its newest', () => {
  const first = event({ 'acme.sound': 'audio2', 'acme.pin': true });
  const last = event({ 'acme.sound': 'audio3' });
  expect(choose([first, last])).toEqual(builtIn('audio2'));
  expect(choose([event(), last])).toEqual(builtIn('audio3'));
  expect(choose([last, event({ 'acme.sound': 'mute' })])).toEqual(builtIn('audio3'));
});

test('[EVT-7] silent when muted, when the rule is, for the everyday, and shortly after a sound', () => {
  expect(choose([event()], { muted: true })).toBeNull();
  expect(choose([event({ 'acme.sound': 'mute' })])).toBeNull();
  expect(choose([event({}, 'deviceOnline')])).toBeNull();
  expect(choose([event()], { lastAt: CONTEXT.now - SOUND_PAUSE_MS + 1 })).toBeNull();
  expect(choose([event()], { lastAt: CONTEXT.now - SOUND_PAUSE_MS })).toEqual(builtIn('audio1'));
});

test('[EVT-8] a custom sound is an MP3, WAV or OGG, encrypted or of this server', () => {
  const custom = (soundURL: string) => choose([event({ 'acme.sound': 'custom', 'acme.soundURL': soundURL })]);
  expect(custom('https://sounds.example/horn.OGG?v=2')).toEqual({
    kind: 'custom',
    url: 'https://sounds.example/horn.OGG?v=2',
  });
  expect(custom('/files/horn.wav')).toEqual({ kind: 'custom', url: `${ORIGIN}/files/horn.wav` });
  const rejected = [
    'http://sounds.example/horn.mp3',
    'https://ana:secret@sounds.example/horn.mp3',
    'https://sounds.example/horn.exe',
    'https://sounds.example/?x=horn.mp3',
    'data:audio/wav;base64,AAAA.wav',
    'javascript:alert(1)//.mp3',
    '//[',
    '',
  ];
  for (const address of rejected) expect(custom(address), address).toEqual(builtIn('audio1'));
  expect(soundAddress('/a.mp3', 'http://localhost:8082')).toBe('http://localhost:8082/a.mp3');
});
