import { EMPTY_THEME, FIELD_LIMITS, isBrandColor, LANGUAGES, type BrandTheme } from '@rastro/fleet';

export const THEME_TABS = ['general', 'login', 'logos', 'colours', 'domains'] as const;
export type ThemeTab = (typeof THEME_TABS)[number];
export type ThemeTextField = keyof typeof FIELD_LIMITS.theme;
/** Keys of words. */
export type BrandThemeProblem = 'wrongColor' | 'wrongLink' | 'wrongWhatsapp';
export type BrandThemeProblems = Partial<Record<ThemeTextField, BrandThemeProblem>>;

const isPage = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';

/** Errors for which the server would reject the theme. */
export function checkBrandTheme(theme: BrandTheme): BrandThemeProblems {
  const problems: BrandThemeProblems = {};
  for (const name of ['androidApp', 'appleApp', 'dataPolicy'] as const)
    if (theme[name] !== '' && !isPage(theme[name])) problems[name] = 'wrongLink';
  if (!isPage(theme.whatsapp) && !/^[+\d ()-]*$/.test(theme.whatsapp)) problems.whatsapp = 'wrongWhatsapp';
  if (theme.color !== '' && !isBrandColor(theme.color)) problems.color = 'wrongColor';
  return problems;
}

/** Tab of a field. */
export function tabOf(name: string): ThemeTab {
  if (name === 'color') return 'colours';
  return name.startsWith('login') ? 'login' : 'general';
}

/** A look as a file: pictures are names that mean nothing elsewhere. */
export function exportBrandTheme(theme: BrandTheme): string {
  const { headLogo: _logo, icon: _icon, ...texts } = theme;
  return `${JSON.stringify(texts, null, 2)}\n`;
}

/** A look out of a file, with the pictures that are there. @returns null when it is none. */
export function importBrandTheme(text: string, now: BrandTheme): BrandTheme | null {
  const read = objectIn(text);
  if (read === null) return null;
  const imported: Record<ThemeTextField, string> = { ...EMPTY_THEME };
  let found = 0;
  for (const [name, value] of Object.entries(read)) {
    if (!isThemeTextField(name) || typeof value !== 'string') continue;
    imported[name] = value.slice(0, FIELD_LIMITS.theme[name]);
    found += 1;
  }
  const listed: unknown = read['languages'];
  const languages = Array.isArray(listed) ? LANGUAGES.filter((language) => listed.includes(language)) : [];
  return found === 0
    ? null
    : { ...EMPTY_THEME, ...imported, languages, headLogo: now.headLogo, icon: now.icon };
}

const isThemeTextField = (name: string): name is ThemeTextField => Object.hasOwn(FIELD_LIMITS.theme, name);

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : null;
  } catch {
    // Whatever it is, it is no file of ours.
    return null;
  }
}

/** Fields of a theme, with the keys of their labels. */
const FIELD_LABELS = [
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
] as const satisfies readonly { readonly name: keyof BrandTheme; readonly label: string }[];

/** The labels of what two looks have different. */
export const changedFields = (before: BrandTheme, after: BrandTheme) =>
  FIELD_LABELS.flatMap(({ name, label }) =>
    JSON.stringify(before[name]) === JSON.stringify(after[name]) ? [] : [label],
  );
