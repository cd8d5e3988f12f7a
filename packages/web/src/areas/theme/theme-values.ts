import { EMPTY_LOOK, isBrandColor, LANGUAGES, type BrandLook } from '@rastro/fleet';

export const THEME_TABS = ['general', 'login', 'logos', 'colours', 'domains'] as const;
export type ThemeTab = (typeof THEME_TABS)[number];
/** What is written as words, each with the most letters that the server takes (`brandLookBody`). */
export const LOOK_WORDS = {
  title: 60,
  whatsapp: 200,
  androidApp: 500,
  appleApp: 500,
  dataPolicy: 500,
  loginTitle: 80,
  loginText: 500,
  color: 7,
} as const;
export type LookWord = keyof typeof LOOK_WORDS;
/** Keys of words. */
export type LookProblem = 'wrongColor' | 'wrongLink' | 'wrongWhatsapp';
export type LookProblems = Partial<Record<LookWord, LookProblem>>;

const isPage = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';

/** What the server would refuse. */
export function checkLook(look: BrandLook): LookProblems {
  const problems: LookProblems = {};
  for (const name of ['androidApp', 'appleApp', 'dataPolicy'] as const)
    if (look[name] !== '' && !isPage(look[name])) problems[name] = 'wrongLink';
  if (!isPage(look.whatsapp) && !/^[+\d ()-]*$/.test(look.whatsapp)) problems.whatsapp = 'wrongWhatsapp';
  if (look.color !== '' && !isBrandColor(look.color)) problems.color = 'wrongColor';
  return problems;
}

/** Where a field stands. */
export function tabOf(name: string): ThemeTab {
  if (name === 'color') return 'colours';
  return name.startsWith('login') ? 'login' : 'general';
}

/** A look as a file: pictures are names that mean nothing elsewhere. */
export function exportLook(look: BrandLook): string {
  const { headLogo: _logo, icon: _icon, ...words } = look;
  return `${JSON.stringify(words, null, 2)}\n`;
}

/** A look out of a file, with the pictures that are there. @returns null when it is none. */
export function importLook(text: string, now: BrandLook): BrandLook | null {
  const read = objectIn(text);
  if (read === null) return null;
  const look: Record<LookWord, string> = { ...EMPTY_LOOK };
  let found = 0;
  for (const [name, value] of Object.entries(read)) {
    if (!isLookWord(name) || typeof value !== 'string') continue;
    look[name] = value.slice(0, LOOK_WORDS[name]);
    found += 1;
  }
  const listed: unknown = read['languages'];
  const languages = Array.isArray(listed) ? LANGUAGES.filter((language) => listed.includes(language)) : [];
  return found === 0 ? null : { ...EMPTY_LOOK, ...look, languages, headLogo: now.headLogo, icon: now.icon };
}

const isLookWord = (name: string): name is LookWord => Object.hasOwn(LOOK_WORDS, name);

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : null;
  } catch {
    // Whatever it is, it is no file of ours.
    return null;
  }
}

/** What a look says, and the label of its field. */
const FIELD_WORDS = [
  { name: 'title', label: 'field.title' },
  { name: 'headLogo', label: 'field.logo' },
  { name: 'icon', label: 'field.icon' },
  { name: 'color', label: 'field.color' },
  { name: 'languages', label: 'languages' },
  { name: 'whatsapp', label: 'field.whatsapp' },
  { name: 'androidApp', label: 'field.androidApp' },
  { name: 'appleApp', label: 'field.appleApp' },
  { name: 'dataPolicy', label: 'field.dataPolicy' },
  { name: 'loginTitle', label: 'field.loginTitle' },
  { name: 'loginText', label: 'field.loginText' },
] as const satisfies readonly { readonly name: keyof BrandLook; readonly label: string }[];

/** The labels of what two looks have different. */
export const changedFields = (before: BrandLook, after: BrandLook) =>
  FIELD_WORDS.flatMap(({ name, label }) =>
    JSON.stringify(before[name]) === JSON.stringify(after[name]) ? [] : [label],
  );
