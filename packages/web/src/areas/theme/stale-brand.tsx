import { Button } from '@mantine/core';
import type { BrandTheme, Theme } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { DialogActions, DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { changedFields } from './theme-values.ts';
import { isStale, type Theirs, type ThemeWrite } from './use-theme-write.ts';

export interface StaleBrandProps {
  readonly mine: BrandTheme;
  /** The theme that the fields began with. */
  readonly seen: Theme;
  readonly theirs: Theirs;
  /** Goes over theirs. */
  readonly write: ThemeWrite;
  readonly onAgain: (theme: Theme, done: string | null) => void;
  readonly onCancel: () => void;
}

/** Two have worked on one brand: whose counts? */
export function StaleBrand({ mine, seen, theirs, write, onAgain, onCancel }: StaleBrandProps) {
  const { t } = useTranslation('theme');
  const format = useFormat();
  const failureText = useFailureText();
  const { action, theme } = theirs;
  const { changed } = theme;
  const { busy, failure, run } = useWrite((theme: BrandTheme, signal) => write(action, theme, signal));
  const fields = changedFields(seen.look, theme.look).map((name) => t(`theme:${name}`));
  const keepMine = async (): Promise<void> => {
    const answer = await run(mine);
    if (answer?.ok === true)
      onAgain(answer.value, t(action === 'draft' ? 'theme:saved' : `theme:${action}.done`));
  };
  const changedBy =
    changed === null
      ? t('theme:stale.nobody')
      : t('theme:stale.who', { who: changed.by, when: format.dateTime(Date.parse(changed.at)) });
  const what =
    fields.length === 0 ? t('theme:stale.same') : t('theme:stale.fields', { fields: fields.join(', ') });
  return (
    <Modal
      title={t('theme:stale.title')}
      lead={`${changedBy} ${what}`}
      isQuestion
      busy={busy}
      onClose={onCancel}
    >
      {action !== 'undo' && <p>{t('theme:stale.text')}</p>}
      <DialogFailure text={failure === null || isStale(failure) ? null : failureText(failure)} />
      <DialogActions>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => onAgain(theme, null)}>
          {t('theme:stale.take')}
        </Button>
        <Button loading={busy} onClick={() => void keepMine()}>
          {t(action === 'undo' ? 'theme:stale.undo' : 'theme:stale.keep')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
