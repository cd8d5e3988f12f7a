import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useFeature } from '../../kernel/use-feature.ts';
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
  const format = useFormat();
  const action = isAnchored ? 'raise' : 'drop';
  // Elsewhere than with our own server only rules notify.
  const isByRule = !useFeature('anchorNotices') && action === 'drop';
  const textOf = isByRule ? 'dropByRule' : action;
  return (
    <ConfirmDialog
      title={t(`geofences:anchor.ask.${action}`, { name })}
      text={t(`geofences:anchor.askText.${textOf}`, { radius: format.length(ANCHOR_RADIUS_M) })}
      warning={isMoving && !isAnchored ? t('geofences:anchor.moving') : null}
      confirm={t(`geofences:anchor.${action}`)}
      isHarmless
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
