import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { BrandTheme, Theme } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useState } from 'react';
import { useSettingsEditor } from '../../kernel/screens/use-settings-editor.ts';
import { EntityForm } from '../../ui/entity-form.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { DomainList } from './domain-list.tsx';
import { BrandThemeFields } from './brand-theme-fields.tsx';
import { StaleBrand } from './stale-brand.tsx';
import { DraftButton } from './draft-button.tsx';
import { ThemeActions } from './theme-actions.tsx';
import styles from './theme.module.css';
import { useRebrand } from './use-rebrand.ts';
import { useThemeWrite } from './use-theme-write.ts';
import { checkBrandTheme, tabOf, THEME_TABS, type BrandThemeProblems } from './theme-values.ts';

export interface ThemeEditorProps {
  readonly theme: Theme;
  /** Message about the action that reset the fields. */
  readonly done: string | null;
  /** Its domains or draft have changed; what is typed stays. */
  readonly onTheme: (theme: Theme) => void;
  /** Another look is the one that is worked on. */
  readonly onAgain: (theme: Theme, done: string | null) => void;
}

export function ThemeEditor({ theme, done, onTheme, onAgain }: ThemeEditorProps) {
  const { t } = useTranslation('theme');
  const [search, setSearch] = useSearchParams();
  // The theme that the fields began with: an answer about domains does not mean that the user has seen another theme.
  const [seen, setSeen] = useState(theme);
  const { write, theirs, forget } = useThemeWrite(seen.version);
  const rebrand = useRebrand();
  const { values, isChecked, change, form, question } = useSettingsEditor<BrandTheme, Theme>({
    initial: theme.look,
    mayEdit: true,
    success: t('theme:publish.done'),
    isWrong: (theme) => Object.keys(checkBrandTheme(theme)).length > 0,
    write: ({ after }, signal) => write('publish', after, signal),
    onSaved: (written) => {
      onTheme(written);
      setSeen(written);
      rebrand();
      return written.look;
    },
  });
  const problems = isChecked ? checkBrandTheme(values) : {};
  const tab = THEME_TABS.find((name) => name === search.get('tab')) ?? 'general';
  return (
    <EntityForm
      {...form}
      success={form.success ?? done}
      submit={t('theme:publish.act')}
      secondary={<DraftButton values={values} write={write} onAgain={onAgain} />}
    >
      <Tabs value={tab} onChange={(name) => setSearch({ tab: name ?? 'general' }, { replace: true })}>
        <Tabs.List className={styles.tabs}>
          {THEME_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`theme:tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <WrongTabs problems={problems} />
      <div className={styles.desk}>
        <div>
          {tab === 'domains' ? (
            <DomainList domains={theme.domains} onTheme={onTheme} />
          ) : (
            <BrandThemeFields tab={tab} values={values} problems={problems} onChange={change} />
          )}
          <ThemeActions theme={theme} values={values} write={write} onImport={change} onAgain={onAgain} />
        </div>
        <BrandPreview theme={values} />
      </div>
      {theirs !== null && (
        <StaleBrand {...{ seen, theirs, write, onAgain }} mine={values} onCancel={forget} />
      )}
      {question}
    </EntityForm>
  );
}

/** Which tabs have something wrong: they may not be the one that is open. */
function WrongTabs({ problems }: { readonly problems: BrandThemeProblems }) {
  const { t } = useTranslation('theme');
  const tabs = [...new Set(Object.keys(problems).map(tabOf))];
  if (tabs.length === 0) return null;
  return (
    <p className={styles.wrong} role="alert">
      {t('theme:wrongIn', { tabs: tabs.map((name) => t(`theme:tab.${name}`)).join(', ') })}
    </p>
  );
}
