import { Button } from '@mantine/core';
import type { Share } from '@rastro/fleet';
import { QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { ShareResult, type Made } from '../../kernel/sharing/share-result.tsx';
import { shareLink } from '../../kernel/sharing/share-terms.ts';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';

/** A link to the share, to copy, to scan and to send. Links are stored as hashes: each time it is another one. */
export function ShareLinkButton({ share }: { readonly share: Share }) {
  const { t } = useTranslation('share');
  const { client } = useServices();
  const format = useFormat();
  const failureText = useFailureText();
  const [made, setMade] = useState<Made | null>(null);
  const { busy, failure, run } = useWrite((id: number, signal) => client.shares.link(id, signal));
  const end = Date.parse(share.expiration ?? '');
  const show = async (): Promise<void> => {
    const answer = await run(share.id);
    if (answer?.ok === true) setMade({ link: shareLink(answer.value, location.origin), end });
  };
  const name = share.label ?? share.name;
  return (
    <div>
      <Button
        variant="default"
        loading={busy}
        leftSection={<QrIcon size={15} aria-hidden />}
        onClick={() => void show()}
      >
        {t('share:showLink')}
      </Button>
      <DialogFailure text={failure === null ? null : failureText(failure)} />
      {made !== null && (
        <Modal
          title={t('share:title', { name })}
          lead={t('share:made', { until: format.dateTime(end) })}
          onClose={() => setMade(null)}
        >
          <ShareResult name={name} made={made} onClose={() => setMade(null)} />
        </Modal>
      )}
    </div>
  );
}
