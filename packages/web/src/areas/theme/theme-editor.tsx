import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { BrandTheme, Theme } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useState } from 'react';
import { useSettingsForm } from '../../kernel/screens/use-settings-form.ts';
import { EntityForm } from '../../ui/entity-form.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import { BrandPreview, ColourFigures } from './brand-preview.tsx';
import { DomainList } from './domain-list.tsx';
import { StaleBrand } from './stale-brand.tsx';
import { DraftButton } from './draft-button.tsx';
import { ThemeActions } from './theme-actions.tsx';
import { THEME_GROUPS, useThemeFields } from './theme-fields.tsx';
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
  const form = useSettingsForm<BrandTheme, Theme>({
    initial: theme.look,
    mayEdit: true,
    success: t('theme:publish.done'),
    fields: useThemeFields(),
    write: ({ after }, signal) => write('publish', after, signal),
    onSaved: (written) => {
      onTheme(written);
      setSeen(written);
      rebrand();
      return written.look;
    },
  });
  const { values, isChecked, change } = form;
  const problems = isChecked ? checkBrandTheme(values) : {};
  const tab = THEME_TABS.find((name) => name === search.get('tab')) ?? 'general';
  return (
    <EntityForm
      {...form.frame}
      success={form.frame.success ?? done}
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
            <FieldGroup form={form} legend={t(`theme:tab.${tab}`)} names={THEME_GROUPS[tab]}>
              {tab === 'colours' && <ColourFigures color={values.color} />}
            </FieldGroup>
          )}
          <ThemeActions theme={theme} values={values} write={write} onImport={change} onAgain={onAgain} />
        </div>
        <BrandPreview theme={values} />
      </div>
      {theirs !== null && (
        <StaleBrand {...{ seen, theirs, write, onAgain }} mine={values} onCancel={forget} />
      )}
      {form.question}
    </EntityForm>
  );
}

/** Tabs with an error: they may not be the one that is open. */
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
