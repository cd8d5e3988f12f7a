import type { Answer } from '@rastro/tracking-client';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { INSPECTIONS_KEY } from './use-inspections.ts';

interface RemoveDialogProps {
  readonly title: string;
  readonly text: string;
  readonly write: (signal: AbortSignal) => Promise<Answer<null>>;
  readonly onBack: () => void;
  readonly onRemoved: () => void;
}

/** Asks before an inspection or a checklist is removed. */
export function RemoveDialog({ title, text, write, onBack, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation('inspections');
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite((_: null, signal) => write(signal), { touches: INSPECTIONS_KEY });
  const remove = async (): Promise<void> => {
    if ((await run(null))?.ok === true) onRemoved();
  };
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={t('inspections:remove.confirm')}
      busy={busy}
      failure={failure && failureText(failure)}
      onConfirm={() => void remove()}
      onCancel={onBack}
    />
  );
}
