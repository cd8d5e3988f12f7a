import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScoredBy } from '../../../kernel/queries/use-ranking.ts';
import { IconAction } from '../../../ui/icon-action.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { useMaySetScores } from './use-score-targets.ts';

const SettingsDialog = latePart('notice', async () => (await import('./settings-dialog.tsx')).SettingsDialog);

interface SettingsButtonProps {
  readonly by: ScoredBy;
  /** Group that is shown; 0 = all vehicles. */
  readonly groupId: number;
}

/** Opens the settings of scores, for those who may write them. */
export function SettingsButton({ by, groupId }: SettingsButtonProps) {
  const { t } = useTranslation('scores');
  const [isOpen, setOpen] = useState(false);
  if (!useMaySetScores()) return null;
  return (
    <>
      <IconAction label={t('scores:settings.open')} onClick={() => setOpen(true)}>
        <SlidersHorizontal size={17} aria-hidden />
      </IconAction>
      {isOpen && <SettingsDialog by={by} groupId={groupId} onClose={() => setOpen(false)} />}
    </>
  );
}
