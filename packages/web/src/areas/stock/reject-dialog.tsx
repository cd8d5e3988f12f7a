import type { UnassignedDevice } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { STOCK_KEY, useRecount } from './use-stock.ts';

export interface RejectDialogProps {
  readonly device: UnassignedDevice;
  readonly onClose: () => void;
}

/** Asks before a new tracker is turned away for good. */
export function RejectDialog({ device: { deviceId, name }, onClose }: RejectDialogProps) {
  const { t } = useTranslation('stock');
  const { client } = useServices();
  const failureText = useFailureText();
  const recount = useRecount();
  const { run, busy, failure } = useWrite((_: null, signal) => client.devices.reject(deviceId, signal), {
    touches: STOCK_KEY,
  });
  const reject = async (): Promise<void> => {
    if ((await run(null))?.ok !== true) return;
    recount();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('stock:reject.title', { name })}
      text={t('stock:reject.text')}
      confirm={t('stock:reject.start')}
      busy={busy}
      failure={failure === null ? null : failureText(failure)}
      onConfirm={() => void reject()}
      onCancel={onClose}
    />
  );
}
