import { subsetOf } from './fallback-fonts.ts';

/** Scripts that no font here has, by their names in every language of ours; the rest is only counted. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Han}/u, 'Han'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Kana'],
  [/\p{Script=Hangul}/u, 'Hangul'],
  [/\p{Script=Arabic}/u, 'Arabic'],
  [/\p{Script=Hebrew}/u, 'Hebrew'],
  [/\p{Script=Thai}/u, 'Thai'],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}/u, 'emoji'],
];
/** Join, color or turn the character before them: nothing by themselves. */
const UNSEEN = /[\p{M}\p{Cf}\p{Emoji_Modifier}]/u;

/**
 * Replaces runs of letters that cannot be printed by a name: `Van [emoji] [Han] 3`. Two such names remain two, and
 * cannot be confused with a real question mark.
 */
export function nameUnknown(text: string): string {
  let written = '';
  let last: string | null = null;
  for (const letter of text) {
    if (last !== null && UNSEEN.test(letter)) continue;
    if (subsetOf(letter.codePointAt(0) ?? 0) !== null) {
      written += letter;
      last = null;
      continue;
    }
    if (UNSEEN.test(letter)) continue;
    const name = SCRIPTS.find(([pattern]) => pattern.test(letter))?.[1] ?? '…';
    if (name !== last) written += `[${name}]`;
    last = name;
  }
  return written;
}
