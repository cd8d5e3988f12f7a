import { Button, FileButton } from '@mantine/core';
import type { BrandTheme, Theme } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './theme.module.css';
import { exportBrandTheme, importBrandTheme } from './theme-values.ts';
import { useRebrand } from './use-rebrand.ts';
import { isStale, type ThemeWrite } from './use-theme-write.ts';

const MAX_BYTES = 100_000;

export interface ThemeActionsProps {
  readonly theme: Theme;
  /** Values of the fields. */
  readonly values: BrandTheme;
  readonly write: ThemeWrite;
  readonly onImport: (theme: BrandTheme) => void;
  readonly onAgain: (theme: Theme, done: string) => void;
}

/** Actions for the whole theme: undo, export and import. */
export function ThemeActions({ theme, values, write, onImport, onAgain }: ThemeActionsProps) {
  const { t } = useTranslation('theme');
  const failureText = useFailureText();
  const rebrand = useRebrand();
  const [isAsking, setAsking] = useState(false);
  const { busy, failure, run, forget } = useWrite<null, Theme>((_nothing, signal) =>
    write('undo', values, signal),
  );
  const ask = (asks: boolean): void => {
    forget();
    setAsking(asks);
  };
  const undo = async (): Promise<void> => {
    const answer = await run(null);
    if (answer?.ok === true) {
      rebrand();
      onAgain(answer.value, t('theme:undo.done'));
    }
    // Another question is asked instead.
    else if (answer !== null && isStale(answer.error)) ask(false);
  };
  return (
    <div className={styles.acts}>
      <Button size="xs" variant="default" disabled={!theme.canUndo} onClick={() => ask(true)}>
        {t('theme:undo.act')}
      </Button>
      <ThemeFile values={values} onImport={onImport} />
      <p className={styles.hint}>{t(theme.isDraft ? 'theme:isDraft' : 'theme:isPublished')}</p>
      {isAsking && (
        <ConfirmDialog
          title={t('theme:undo.title')}
          text={t('theme:undo.text')}
          confirm={t('theme:undo.act')}
          busy={busy}
          failure={failure === null ? null : failureText(failure)}
          onConfirm={() => void undo()}
          onCancel={() => ask(false)}
        />
      )}
    </div>
  );
}

function ThemeFile({ values, onImport }: Pick<ThemeActionsProps, 'values' | 'onImport'>) {
  const { t } = useTranslation('theme');
  const [isRejected, setRejected] = useState(false);
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const found = file.size > MAX_BYTES ? null : importBrandTheme(await file.text(), values);
    setRejected(found === null);
    if (found !== null) onImport(found);
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => saveFile('brand.json', exportBrandTheme(values), 'application/json')}
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
      {isRejected && (
        <p className={styles.wrong} role="alert">
          {t('theme:wrongFile')}
        </p>
      )}
    </>
  );
}
