import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import dialog from '../../ui/dialog.module.css';
import { ANCHOR_RADIUS_M } from './anchor.ts';

export interface ConfirmAnchorProps {
  readonly name: string;
  readonly isAnchored: boolean;
  readonly isMoving: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Says what anchoring, or the end of it, means, before it happens. */
export function ConfirmAnchor({ name, isAnchored, isMoving, busy, onConfirm, onCancel }: ConfirmAnchorProps) {
  const { t } = useTranslation('geofences');
  const way = isAnchored ? 'raise' : 'drop';
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup className={dialog.dialog}>
          <AlertDialog.Title className={dialog.title}>
            {t(`geofences:anchor.ask.${way}`, { name })}
          </AlertDialog.Title>
          <AlertDialog.Description className={dialog.text}>
            {t(`geofences:anchor.askText.${way}`, { radius: ANCHOR_RADIUS_M })}
          </AlertDialog.Description>
          {isMoving && !isAnchored && <p className={dialog.warning}>{t('geofences:anchor.moving')}</p>}
          <div className={dialog.actions}>
            <Button variant="default" disabled={busy} onClick={onCancel}>
              {t('geofences:cancel')}
            </Button>
            <Button loading={busy} onClick={onConfirm}>
              {t(`geofences:anchor.${way}`)}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
