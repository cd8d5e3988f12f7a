import { Button } from '@mantine/core';
import { isShared } from '@rastro/fleet';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latePart } from '../../ui/late-part.tsx';
import { useSignedIn } from '../services.tsx';
import { useRights } from '../use-rights.ts';

const CheckInSheet = latePart('notice', async () => (await import('./check-in-sheet.tsx')).CheckInSheet);

export interface SheetButtonProps {
  readonly ids: Iterable<number>;
  /** Why it cannot be pressed, e.g. that nothing is chosen. */
  readonly disabled?: boolean;
}

/** The way to a sheet of check-in codes, for who may edit vehicles. */
export function SheetButton({ ids, disabled = false }: SheetButtonProps) {
  const { t } = useTranslation('devices');
  const { user } = useSignedIn();
  const { may, isReadonly } = useRights();
  const [isOpen, setOpen] = useState(false);
  if (isShared(user) || isReadonly || !may('devices.edit')) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<QrCode size={14} aria-hidden />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {t('devices:codes')}
      </Button>
      {isOpen && <CheckInSheet deviceIds={[...ids]} onClose={() => setOpen(false)} />}
    </>
  );
}
