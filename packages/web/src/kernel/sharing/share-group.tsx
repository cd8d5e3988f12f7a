import { Button } from '@mantine/core';
import type { Group } from '@rastro/fleet';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latePart } from '../../ui/late-part.tsx';
import { useMayShare } from './use-shares.ts';

const ShareDialog = latePart('notice', async () => (await import('./share-dialog.tsx')).ShareDialog);

/** The way to a link that shows all of a group. */
export function ShareGroup({ group }: { readonly group: Pick<Group, 'id' | 'name'> }) {
  const { t } = useTranslation('devices');
  const mayShare = useMayShare();
  const [isOpen, setOpen] = useState(false);
  if (!mayShare) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Share2 size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('devices:panel.share')}
      </Button>
      {isOpen && <ShareDialog devices={[]} group={group} onClose={() => setOpen(false)} />}
    </>
  );
}
