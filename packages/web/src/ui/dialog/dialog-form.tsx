import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';
import { DialogActions } from './modal.tsx';

export interface DialogFormProps {
  /** Label of the submit button. */
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  /** Fields, and after them what went wrong. */
  readonly children: ReactNode;
}

/** Fields in a dialog. A second press while it is under way does nothing. */
export function DialogForm({
  submit,
  isDangerous = false,
  busy,
  onSubmit,
  onCancel,
  children,
}: DialogFormProps) {
  const { t } = useTranslation('common');
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React passes the event on through portals: the form around the panel is not meant.
        event.stopPropagation();
        if (!busy) onSubmit();
      }}
    >
      {children}
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={busy} {...(isDangerous ? { className: styles.danger ?? '' } : {})}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  );
}
