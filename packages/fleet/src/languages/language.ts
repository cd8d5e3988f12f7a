/** Languages of the product; the first is its default. @source docs/reference/requirements.md SPEC §1 */
export const LANGUAGES = ['pt-BR', 'es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Ours for any spelling: `pt`, `pt_PT`, `PT-br` → pt-BR; `es-419` → es. */
export function matchLanguage(wish: string | null): Language | null {
  const primary = wish?.trim().toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language.toLowerCase().split('-')[0] === primary) ?? null;
}
