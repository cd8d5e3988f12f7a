import { isShared, type Device } from '@rastro/fleet';
import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../services.tsx';
import { useRights } from '../use-rights.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { latePart } from '../../ui/late-part.tsx';

const ShareDialog = latePart('notice', async () => (await import('./share-dialog.tsx')).ShareDialog);

/** The way to a link for a guest; not for guests, and not where the server shares nothing. */
export function ShareEntry({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const { user, server } = useSignedIn();
  const { may } = useRights();
  const [isOpen, setOpen] = useState(false);
  const isOff = ['true', true].includes(server.server.attributes['disableShare'] as boolean);
  if (isOff || isShared(user) || !may('share.create')) return null;
  return (
    <>
      <IconAction label={t('devices:panel.share')} onClick={() => setOpen(true)}>
        <Share2 size={16} aria-hidden />
      </IconAction>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog device={device} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
