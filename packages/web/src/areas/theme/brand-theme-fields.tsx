import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { FIELD_LIMITS, LANGUAGES, type BrandTheme } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import styles from '../../ui/form.module.css';
import { ColourFigures } from './brand-preview.tsx';
import { LogoField } from './logo-field.tsx';
import { type BrandThemeProblems, type ThemeTextField, type ThemeTab } from './theme-values.ts';

export interface BrandThemeFieldsProps {
  readonly tab: Exclude<ThemeTab, 'domains'>;
  readonly values: BrandTheme;
  readonly problems: BrandThemeProblems;
  readonly onChange: (part: Partial<BrandTheme>) => void;
}

const TEXT_FIELDS = {
  general: ['title', 'whatsapp', 'androidApp', 'appleApp', 'dataPolicy'],
  login: ['loginTitle'],
  logos: [],
  colours: ['color'],
} as const satisfies Record<BrandThemeFieldsProps['tab'], readonly ThemeTextField[]>;

/** The fields of one tab. */
export function BrandThemeFields({ tab, values, problems, onChange }: BrandThemeFieldsProps) {
  const { t } = useTranslation('theme');
  const field = (name: ThemeTextField) => ({
    label: t(`theme:field.${name}`),
    description: t(`theme:hint.${name}`),
    maxLength: FIELD_LIMITS.theme[name],
    value: values[name],
    error: problems[name] === undefined ? null : t(`theme:${problems[name]}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t(`theme:tab.${tab}`)}</legend>
      {TEXT_FIELDS[tab].map((name) => (
        <TextInput key={name} {...field(name)} autoComplete="off" />
      ))}
      {tab === 'general' && <Languages values={values} onChange={onChange} />}
      {tab === 'login' && <Textarea {...field('loginText')} autosize={false} rows={3} />}
      {tab === 'logos' && (
        <>
          <LogoField use="logo" file={values.headLogo} onChange={(headLogo) => onChange({ headLogo })} />
          <LogoField use="icon" file={values.icon} onChange={(icon) => onChange({ icon })} />
        </>
      )}
      {tab === 'colours' && <ColourFigures color={values.color} />}
    </fieldset>
  );
}

function Languages({ values, onChange }: Pick<BrandThemeFieldsProps, 'values' | 'onChange'>) {
  const { t } = useTranslation('theme');
  return (
    <Checkbox.Group
      label={t('theme:languages')}
      description={t('theme:languagesHint')}
      value={[...values.languages]}
      onChange={(chosen) =>
        onChange({ languages: LANGUAGES.filter((language) => chosen.includes(language)) })
      }
    >
      <div className={styles.more}>
        {LANGUAGES.map((language) => (
          <Checkbox key={language} value={language} label={LANGUAGE_NAMES[language].long} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
