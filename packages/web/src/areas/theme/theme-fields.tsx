import { Checkbox } from '@mantine/core';
import { FIELD_LIMITS, LANGUAGES, type BrandTheme } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import type { CustomField, FieldTable } from '../../ui/fields/field-table.ts';
import { recordOf } from '../../ui/fields/record-of.ts';
import styles from '../../ui/form.module.css';
import { LogoField } from './logo-field.tsx';
import { checkBrandTheme, type ThemeTab } from './theme-values.ts';

/** Fields of each tab. */
export const THEME_GROUPS = {
  general: ['title', 'whatsapp', 'androidApp', 'appleApp', 'dataPolicy', 'languages'],
  login: ['loginTitle', 'loginText'],
  logos: ['headLogo', 'icon'],
  colours: ['color'],
} as const satisfies Readonly<Record<Exclude<ThemeTab, 'domains'>, readonly (keyof BrandTheme)[]>>;

const TEXTS = [
  'title',
  'whatsapp',
  'androidApp',
  'appleApp',
  'dataPolicy',
  'loginTitle',
  'loginText',
  'color',
] as const;

/** The fields of a brand. */
export function useThemeFields(): (values: BrandTheme) => FieldTable<BrandTheme> {
  const { t } = useTranslation('theme');
  const picture = (use: 'logo' | 'icon'): CustomField<string> => ({
    kind: 'custom',
    label: t(`theme:field.${use}`),
    render: ({ value, onChange }) => <LogoField use={use} file={value} onChange={onChange} />,
  });
  return (values) => {
    const problems = checkBrandTheme(values);
    return {
      ...recordOf(TEXTS, (name) => ({
        kind: name === 'loginText' ? ('longText' as const) : ('text' as const),
        label: t(`theme:field.${name}`),
        hint: t(`theme:hint.${name}`),
        maxLength: FIELD_LIMITS.theme[name],
        problem: problems[name] === undefined ? null : t(`theme:${problems[name]}`),
        input: { autoComplete: 'off' },
      })),
      headLogo: picture('logo'),
      icon: picture('icon'),
      languages: {
        kind: 'custom',
        label: t('theme:languages'),
        hint: t('theme:languagesHint'),
        render: ({ label, description, value, onChange }) => (
          <Checkbox.Group
            label={label}
            description={description}
            value={[...value]}
            onChange={(chosen) => onChange(LANGUAGES.filter((language) => chosen.includes(language)))}
          >
            <div className={styles.more}>
              {LANGUAGES.map((language) => (
                <Checkbox key={language} value={language} label={LANGUAGE_NAMES[language].long} />
              ))}
            </div>
          </Checkbox.Group>
        ),
      },
    };
  };
}
