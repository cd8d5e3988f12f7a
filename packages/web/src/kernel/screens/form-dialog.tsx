import type { ApiFailure } from '@rastro/tracking-client';
import type { ReactNode } from 'react';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { Fields } from '../../ui/fields/field-group.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { SendForm } from './use-send-form.ts';

export interface FormDialogProps<V> {
  readonly form: SendForm<V>;
  readonly title: string;
  readonly lead?: string;
  /** Label of the submit button. */
  readonly submit: string;
  readonly isQuestion?: boolean;
  readonly isDangerous?: boolean;
  /** Why the dialog does not know what it needs. */
  readonly failure?: Pick<ApiFailure, 'code' | 'message'> | null;
  /** Before the fields. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Fields in a dialog, with what went wrong. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { form, title, lead, submit, isQuestion = false, isDangerous = false, children, onClose } = props;
  const failureText = useFailureText();
  const failure = form.failure ?? props.failure ?? null;
  return (
    <Modal title={title} lead={lead} isQuestion={isQuestion} busy={form.busy} onClose={onClose}>
      <DialogForm
        submit={submit}
        isDangerous={isDangerous}
        busy={form.busy}
        onSubmit={form.send}
        onCancel={onClose}
      >
        {children}
        <Fields form={form} />
        <DialogFailure text={failure === null ? null : failureText(failure)} />
      </DialogForm>
    </Modal>
  );
}
