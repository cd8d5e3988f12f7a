import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './dialog/confirm-dialog.tsx';
import styles from './form.module.css';

export interface EntityFormProps {
  readonly mayEdit: boolean;
  /** Why not; absent = in general words. */
  readonly readonlyText?: string;
  readonly busy: boolean;
  /** Error of the server, in the user's language. */
  readonly failure: string | null;
  /** Confirms that it was saved, for a form that stays open. */
  readonly success?: string | null;
  readonly onSave: () => void;
  /** Label of the save button; absent = "Save". */
  readonly submit?: string;
  /** Another button next to it. */
  readonly secondary?: ReactNode;
  /** Absent = it cannot be deleted, e.g. because it is not saved yet. */
  readonly deletion?: {
    readonly label: string;
    readonly title: string;
    readonly text: string;
    /** Label of the button that deletes; absent = the same as that of the one that asks. */
    readonly confirm?: string;
    readonly isAsking: boolean;
    readonly failure: string | null;
    readonly onAsk: (isAsking: boolean) => void;
    readonly onConfirm: () => void;
  };
  readonly children: ReactNode;
}

/** The frame of a form in a panel: fields that scroll, what went wrong, save, and delete behind a question. */
export function EntityForm(props: EntityFormProps) {
  const { mayEdit, readonlyText, busy, failure, success, onSave, submit, secondary, deletion, children } =
    props;
  const { t } = useTranslation('common');
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (mayEdit && !busy) onSave();
      }}
    >
      <div className={styles.fields}>
        {!mayEdit && <p className={styles.notice}>{readonlyText ?? t('common:readonly')}</p>}
        {children}
        {deletion !== undefined && (
          <Button
            variant="subtle"
            className={styles.dangerQuiet ?? ''}
            size="xs"
            onClick={() => deletion.onAsk(true)}
          >
            {deletion.label}
          </Button>
        )}
      </div>
      {deletion?.isAsking === true && (
        <ConfirmDialog
          title={deletion.title}
          text={deletion.text}
          confirm={deletion.confirm ?? deletion.label}
          busy={busy}
          failure={deletion.failure}
          onConfirm={deletion.onConfirm}
          onCancel={() => deletion.onAsk(false)}
        />
      )}
      <footer className={styles.footer}>
        <div className={styles.outcome} role="alert">
          {failure}
        </div>
        {success !== undefined && (
          <div className={styles.success} role="status">
            {success}
          </div>
        )}
        {secondary}
        <Button type="submit" disabled={!mayEdit} loading={busy}>
          {submit ?? t('common:save')}
        </Button>
      </footer>
    </form>
  );
}
