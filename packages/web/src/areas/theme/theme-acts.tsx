import { Button, FileButton } from '@mantine/core';
import type { BrandLook, Theme } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './theme.module.css';
import { checkLook, exportLook, importLook } from './theme-values.ts';
import { isStale, type ThemeWrite } from './use-theme-write.ts';

type Act = 'publish' | 'undo';
const MOST_BYTES = 100_000;

export interface ThemeActsProps {
  readonly theme: Theme;
  /** What is typed. */
  readonly look: BrandLook;
  readonly write: ThemeWrite;
  readonly onImport: (look: BrandLook) => void;
  readonly onAgain: (theme: Theme, done: string) => void;
}

/** What is done with the whole look: shown to everybody, taken back, taken along. */
export function ThemeActs({ theme, look, write, onImport, onAgain }: ThemeActsProps) {
  const { t } = useTranslation('theme');
  const failureText = useFailureText();
  const [asked, setAsked] = useState<Act | null>(null);
  const { busy, failure, run, forget } = useWrite<Act, Theme>((act, signal) => write(act, look, signal));
  const ask = (act: Act | null): void => {
    forget();
    setAsked(act);
  };
  const confirm = async (act: Act): Promise<void> => {
    const answer = await run(act);
    if (answer?.ok === true) onAgain(answer.value, t(`theme:${act}.done`));
    // Another question is asked instead.
    else if (answer !== null && isStale(answer.error)) ask(null);
  };
  return (
    <div className={styles.acts}>
      <Button
        size="xs"
        variant="light"
        disabled={Object.keys(checkLook(look)).length > 0}
        onClick={() => ask('publish')}
      >
        {t('theme:publish.act')}
      </Button>
      <Button size="xs" variant="default" disabled={!theme.canUndo} onClick={() => ask('undo')}>
        {t('theme:undo.act')}
      </Button>
      <LookFile look={look} onImport={onImport} />
      <p className={styles.hint}>{t(theme.isDraft ? 'theme:isDraft' : 'theme:isPublished')}</p>
      {asked !== null && (
        <ConfirmDialog
          title={t(`theme:${asked}.title`)}
          text={t(`theme:${asked}.text`)}
          confirm={t(`theme:${asked}.act`)}
          isHarmless={asked === 'publish'}
          busy={busy}
          failure={failure === null ? null : failureText(failure)}
          onConfirm={() => void confirm(asked)}
          onCancel={() => ask(null)}
        />
      )}
    </div>
  );
}

function LookFile({ look, onImport }: Pick<ThemeActsProps, 'look' | 'onImport'>) {
  const { t } = useTranslation('theme');
  const [isRefused, setRefused] = useState(false);
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const found = file.size > MOST_BYTES ? null : importLook(await file.text(), look);
    setRefused(found === null);
    if (found !== null) onImport(found);
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => saveFile('brand.json', exportLook(look), 'application/json')}
      >
        {t('theme:export')}
      </Button>
      <FileButton accept="application/json" onChange={(file) => void read(file)}>
        {(props) => (
          <Button {...props} size="xs" variant="default">
            {t('theme:import')}
          </Button>
        )}
      </FileButton>
      {isRefused && (
        <p className={styles.wrong} role="alert">
          {t('theme:wrongFile')}
        </p>
      )}
    </>
  );
}
