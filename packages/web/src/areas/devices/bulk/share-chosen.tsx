import { Button } from '@mantine/core';
import { FIELD_LIMITS } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../kernel/fleet/fleet-context.tsx';
import { useMayShare } from '../../../kernel/sharing/use-shares.ts';
import { latePart } from '../../../ui/late-part.tsx';

const ShareDialog = latePart(
  'notice',
  async () => (await import('../../../kernel/sharing/share-dialog.tsx')).ShareDialog,
);

/** One link to all that are chosen. */
export function ShareChosen({ ids }: { readonly ids: ReadonlySet<number> }) {
  const { t } = useTranslation('devices');
  const fleet = useFleet();
  const mayShare = useMayShare();
  const [isOpen, setOpen] = useState(false);
  if (!mayShare) return null;
  const devices = isOpen ? [...ids].flatMap((id) => fleet?.vehicle(id)?.device ?? []) : [];
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        disabled={ids.size === 0 || ids.size > FIELD_LIMITS.share.devices}
        onClick={() => setOpen(true)}
      >
        {t('devices:panel.share')}
      </Button>
      {devices.length > 0 && <ShareDialog devices={devices} onClose={() => setOpen(false)} />}
    </>
  );
}
