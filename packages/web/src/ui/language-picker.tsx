import { LANGUAGES, type Language } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../i18n/language-names.ts';
import styles from './language-picker.module.css';

export interface LanguagePickerProps {
  /** Languages on offer; none = all. */
  readonly offered?: readonly Language[] | undefined;
  readonly onChoose: (language: Language) => void;
}

export function LanguagePicker({ offered = LANGUAGES, onChoose }: LanguagePickerProps) {
  const { t, i18n } = useTranslation('common');
  return (
    <div className={styles.picker} role="group" aria-label={t('common:language')}>
      {offered.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.choice}
          aria-pressed={i18n.language === language}
          aria-label={`${LANGUAGE_NAMES[language].short} ${LANGUAGE_NAMES[language].long}`}
          title={LANGUAGE_NAMES[language].long}
          onClick={() => onChoose(language)}
        >
          {LANGUAGE_NAMES[language].short}
        </button>
      ))}
    </div>
  );
}
