/** A built-in sound: its timbre, the length of a step, and what sounds in each step (`.` = silence, `-` = held). */
interface SoundNotes {
  readonly wave: 'sine' | 'triangle' | 'square' | 'sawtooth';
  readonly stepMs: number;
  readonly notes: string;
}

/**
 * Composed for this product; from short and gentle to impossible to miss.
 * @source docs/reference/requirements.md SPEC §9 "Sounds"
 */
export const SOUND_NOTES = {
  audio1: { wave: 'sine', stepMs: 110, notes: 'E5 B5 - -' },
  audio2: { wave: 'sine', stepMs: 110, notes: 'B5 E5 - -' },
  audio3: { wave: 'sine', stepMs: 90, notes: 'C5 E5 G5 C6 -' },
  audio4: { wave: 'sine', stepMs: 90, notes: 'C6 G5 E5 C5 -' },
  audio5: { wave: 'triangle', stepMs: 80, notes: 'A5 . A5 -' },
  audio6: { wave: 'triangle', stepMs: 80, notes: 'D5 . D5 . D5 -' },
  audio7: { wave: 'sine', stepMs: 140, notes: 'G5 - D5 - -' },
  audio8: { wave: 'triangle', stepMs: 100, notes: 'F5 A5 C6 - A5 -' },
  audio9: { wave: 'sine', stepMs: 60, notes: 'C6 E6 G6 - -' },
  audio10: { wave: 'sine', stepMs: 200, notes: 'A4 - E5 - -' },
  audio11: { wave: 'triangle', stepMs: 120, notes: 'G4 C5 E5 - C5 -' },
  audio12: { wave: 'square', stepMs: 60, notes: 'E6 . E6 -' },
  audio13: { wave: 'square', stepMs: 70, notes: 'C5 . G5 . C6 -' },
  audio14: { wave: 'sine', stepMs: 50, notes: 'A5 B5 A5 B5 A5 B5 -' },
  audio15: { wave: 'triangle', stepMs: 150, notes: 'E5 C5 D5 G4 -' },
  audio16: { wave: 'triangle', stepMs: 150, notes: 'G4 D5 E5 C5 -' },
  audio17: { wave: 'sawtooth', stepMs: 90, notes: 'D5 F5 A5 -' },
  audio18: { wave: 'sawtooth', stepMs: 120, notes: 'A4 - . A4 - -' },
  audio19: { wave: 'square', stepMs: 90, notes: 'A5 . A5 . A5 . A5 -' },
  audio20: { wave: 'square', stepMs: 160, notes: 'A5 D5 A5 D5 A5 D5' },
  audio21: { wave: 'sawtooth', stepMs: 200, notes: 'C5 F#5 C5 F#5 C5 F#5' },
  audio22: { wave: 'sawtooth', stepMs: 70, notes: 'C5 D5 E5 F#5 G#5 A#5 C6 A#5 G#5 F#5 E5 D5' },
  audio23: { wave: 'square', stepMs: 80, notes: 'E6 C6 E6 C6 . . E6 C6 E6 C6' },
  audio24: { wave: 'square', stepMs: 110, notes: 'B5 . B5 . B5 . F6 - F6 - F6 -' },
} as const satisfies Readonly<Record<string, SoundNotes>>;

export type BuiltInSound = keyof typeof SOUND_NOTES;
export const DEFAULT_SOUND: BuiltInSound = 'audio1';

export const isBuiltIn = (name: string | null): name is BuiltInSound =>
  name !== null && Object.hasOwn(SOUND_NOTES, name);

export interface Tone {
  readonly hz: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly wave: SoundNotes['wave'];
}

/** The tones of a sound, in their order; they do not overlap. */
export function tonesOf(name: BuiltInSound): readonly Tone[] {
  const { wave, stepMs, notes } = SOUND_NOTES[name];
  const tones: Tone[] = [];
  for (const [step, note] of notes.split(' ').entries()) {
    const endMs = (step + 1) * stepMs;
    const last = tones.at(-1);
    if (note === '-' && last !== undefined) tones.splice(-1, 1, { ...last, endMs });
    else if (note !== '.') tones.push({ hz: pitchOf(note), startMs: step * stepMs, endMs, wave });
  }
  return tones;
}

const SEMITONES: Readonly<Record<string, number>> = {
  C: 0,
  D: 2,
  E: 4,
  F: 5,
  'F#': 6,
  G: 7,
  'G#': 8,
  A: 9,
  'A#': 10,
  B: 11,
};
const A4_HZ = 440;

/** Equal temperament: `A4` is 440 Hz, each semitone a twelfth of an octave. @throws on a misspelt note of the table. */
function pitchOf(note: string): number {
  const semitone = SEMITONES[note.slice(0, -1)];
  const octave = Number(note.slice(-1));
  if (semitone === undefined || Number.isNaN(octave)) throw new Error(`Cannot play a note: ${note}`);
  return A4_HZ * 2 ** (octave - 4 + (semitone - 9) / 12);
}
