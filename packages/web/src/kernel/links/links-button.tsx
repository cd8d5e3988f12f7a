import { Button } from '@mantine/core';
import { isShared } from '@rastro/fleet';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../services.tsx';
import { useRights } from '../use-rights.ts';
import { otherKinds, type LinkSubject } from './link-kinds.ts';
import { latePart } from '../../ui/late-part.tsx';

const LinksDialog = latePart('notice', async () => (await import('./links-dialog.tsx')).LinksDialog);

/** Opens the links of an object; nothing for a user who may see none of them. */
export function LinksButton({ subject, label }: { subject: LinkSubject; label?: string }) {
  const { t } = useTranslation('links');
  const { user } = useSignedIn();
  const { may } = useRights();
  const [isOpen, setOpen] = useState(false);
  if (subject.id <= 0 || isShared(user) || otherKinds(subject.kind, may).length === 0) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Link2 size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {label ?? t('links:open')}
      </Button>
      {isOpen && <LinksDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
