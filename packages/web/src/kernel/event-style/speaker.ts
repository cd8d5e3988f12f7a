import type { Tone } from './sound-notes.ts';

/** Plays sounds. Browsers stay silent until the user has touched the page once; calls before that are lost. */
export interface Speaker {
  play(tones: readonly Tone[]): void;
  /** @returns false = it cannot be played here, e.g. not found or no sound at all. */
  playFile(url: string): Promise<boolean>;
  close(): void;
}

const GESTURES = ['pointerdown', 'keydown'] as const;
/** Loud enough during a conversation. */
const GAIN = { sine: 0.3, triangle: 0.3, square: 0.1, sawtooth: 0.12 } as const;
/** A tone that begins or ends at once clicks. */
const FADE_S = 0.012;

/** Sounds through Web Audio, opened by the first gesture: before it the browser would only complain. */
export function openSpeaker(page: Window): Speaker {
  let context: AudioContext | null = null;
  let playing: HTMLAudioElement | null = null;

  const stopListening = (): void => {
    for (const name of GESTURES) page.removeEventListener(name, unlock, true);
  };
  const unlock = (): void => {
    if (!page.navigator.userActivation.hasBeenActive) return;
    context ??= new AudioContext();
    stopListening();
  };
  for (const name of GESTURES) page.addEventListener(name, unlock, true);
  unlock();

  return {
    play: (tones) => {
      if (context === null) return;
      const output = context;
      // A computer that slept, or another program that took the sound, leaves it suspended.
      void output.resume().then(() => sound(output, tones), ignoreClosed);
    },
    playFile: async (url) => {
      if (context === null) return true;
      playing?.pause();
      playing = new Audio(url);
      try {
        await playing.play();
        return true;
      } catch (error) {
        // Another sound took its place.
        return error instanceof DOMException && error.name === 'AbortError';
      }
    },
    close: () => {
      stopListening();
      playing?.pause();
      void context?.close();
    },
  };
}

function sound(context: AudioContext, tones: readonly Tone[]): void {
  const begin = context.currentTime + FADE_S;
  for (const { hz, startMs, endMs, wave } of tones) {
    const [start, end] = [begin + startMs / 1000, begin + endMs / 1000];
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(GAIN[wave], start + FADE_S);
    gain.gain.setValueAtTime(GAIN[wave], end - FADE_S);
    gain.gain.linearRampToValueAtTime(0, end);
    const tone = new OscillatorNode(context, { type: wave, frequency: hz });
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(end);
  }
}

/** `resume` fails only when the speaker was closed meanwhile: then nothing is to be heard. */
const ignoreClosed = (): void => undefined;
