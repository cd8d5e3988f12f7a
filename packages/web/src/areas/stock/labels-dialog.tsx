import { Button } from '@mantine/core';
import { STOCK_MAX_CODES, type AutolinkCode, type Device } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { CodeSheet } from '../../ui/code-sheet/code-sheet.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';

export interface LabelsDialogProps {
  readonly devices: readonly Device[];
  readonly onClose: () => void;
}

/** Labels with which customers take the chosen trackers. */
export function LabelsDialog({ devices, onClose }: LabelsDialogProps) {
  const { t } = useTranslation('stock');
  const { extension } = useServices();
  const format = useFormat();
  const failureText = useFailureText();
  const [renewed, setRenewed] = useState<readonly AutolinkCode[] | null>(null);
  const deviceIds = devices.slice(0, STOCK_MAX_CODES).map(({ id }) => id);
  // A label that counts still comes as it is: asking for it again changes nothing.
  const first = useQuery<readonly AutolinkCode[]>({
    queryKey: ['labels', deviceIds],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await extension.stock.labels({ deviceIds }, signal)),
  });
  const { run, busy, failure } = useWrite((_: null, signal) =>
    extension.stock.labels({ deviceIds, renew: true }, signal),
  );
  const renew = async (): Promise<void> => {
    const answer = await run(null);
    if (answer?.ok === true) setRenewed(answer.value);
  };
  const labels = renewed ?? first.data;
  const why = failure ?? (first.error === null ? null : failureIn(first.error));
  const sheetLabels = labels?.map(({ code, deviceName, model, until }) => ({
    code,
    address: `${location.origin}/autolink/${code}`,
    name: deviceName,
    detail: [model, t('stock:labels.until', { day: format.day(until.slice(0, 10)) })]
      .filter(Boolean)
      .join(' · '),
  }));
  return (
    <CodeSheet
      title={t('stock:labels.title')}
      lead={
        devices.length > STOCK_MAX_CODES
          ? t('stock:labels.most', { most: STOCK_MAX_CODES })
          : t('stock:labels.lead')
      }
      labels={sheetLabels ?? null}
      failure={why === null ? null : failureText(why)}
      busy={busy}
      tools={
        labels !== undefined && (
          <Button variant="subtle" disabled={busy} onClick={() => void renew()}>
            {t('stock:labels.renew')}
          </Button>
        )
      }
      onClose={onClose}
    />
  );
}
