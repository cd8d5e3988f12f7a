import { Button } from '@mantine/core';
import type { QrCode } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSheet } from '../../ui/code-sheet/code-sheet.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { failureIn, valueOf } from '../queries/query-client.ts';
import { useWrite } from '../queries/use-write.ts';
import { useServices } from '../services.tsx';

export interface CheckInSheetProps {
  readonly deviceIds: readonly number[];
  readonly onClose: () => void;
}

/** Codes with which drivers check in to vehicles, for paper. */
export function CheckInSheet({ deviceIds, onClose }: CheckInSheetProps) {
  const { t } = useTranslation('codes');
  const { extension } = useServices();
  const failureText = useFailureText();
  const [renewed, setRenewed] = useState<readonly QrCode[] | null>(null);
  const [isAsking, setAsking] = useState(false);
  // A vehicle keeps its code: asking for it again changes nothing.
  const first = useQuery<readonly QrCode[]>({
    queryKey: ['checkInCodes', deviceIds],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await extension.checkInCodes({ deviceIds }, signal)),
  });
  const { run, busy, failure } = useWrite((_: null, signal) =>
    extension.checkInCodes({ deviceIds, renew: true }, signal),
  );
  const renew = async (): Promise<void> => {
    setAsking(false);
    const answer = await run(null);
    if (answer?.ok === true) setRenewed(answer.value);
  };
  const codes = renewed ?? first.data;
  const why = failure ?? (first.error === null ? null : failureIn(first.error));
  const labels = codes?.map(({ code, deviceName, plate }) => ({
    code,
    address: `${location.origin}/qr-driver/scan/${code}`,
    name: deviceName,
    detail: plate,
  }));
  return (
    <>
      <CodeSheet
        title={t('codes:checkIn.title')}
        lead={t('codes:checkIn.lead')}
        labels={labels ?? null}
        failure={why === null ? null : failureText(why)}
        busy={busy}
        tools={
          labels !== undefined && (
            <Button variant="subtle" disabled={busy} onClick={() => setAsking(true)}>
              {t('codes:checkIn.renew')}
            </Button>
          )
        }
        onClose={onClose}
      />
      {isAsking && (
        <ConfirmDialog
          title={t('codes:checkIn.renewTitle')}
          text={t('codes:checkIn.renewText')}
          confirm={t('codes:checkIn.renew')}
          busy={busy}
          failure={null}
          onConfirm={() => void renew()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
