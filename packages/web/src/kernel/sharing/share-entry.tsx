import type { Device } from '@rastro/fleet';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayShare } from './use-shares.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { latePart } from '../../ui/late-part.tsx';

const ShareDialog = latePart('notice', async () => (await import('./share-dialog.tsx')).ShareDialog);

/** The way to a link for a guest; not for guests, and not where the server shares nothing. */
export function ShareEntry({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const mayShare = useMayShare();
  const [isOpen, setOpen] = useState(false);
  if (!mayShare) return null;
  return (
    <>
      <IconAction label={t('devices:panel.share')} onClick={() => setOpen(true)}>
        <Share2 size={16} aria-hidden />
      </IconAction>
      {isOpen && <ShareDialog devices={[device]} onClose={() => setOpen(false)} />}
    </>
  );
}
