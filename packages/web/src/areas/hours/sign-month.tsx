import { Button } from '@mantine/core';
import { FIELD_LIMITS, matchLanguage } from '@rastro/fleet';
import type { CivilMonth } from '@rastro/fleet/billing';
import type { DriverMonth, SheetVersion } from '@rastro/fleet/working-hours';
import type { Answer } from '@rastro/tracking-client';
import { FilePen, FileSignature, FileX2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { HOURS_KEY } from './use-hours.ts';

type Sign = (
  signing: { readonly month: CivilMonth; readonly hash: string; readonly name: string },
  signal: AbortSignal,
) => Promise<Answer<SheetVersion>>;
interface SignMonthProps {
  readonly month: DriverMonth;
  /** Null = the reader may not. */
  readonly sign: Sign | null;
}

/** Whether the month is signed as it is, and the way to sign it once it has ended. */
export function SignMonth({ month, sign }: SignMonthProps) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const [signing, setSigning] = useState<DriverMonth | null>(null);
  const { sheet, signed, isOver } = month;
  const { signature } = sheet;
  return (
    <>
      {signature !== null && (
        <StateChip icon={FileSignature} tone="plain">
          {t('hours:sign.isSigned', {
            name: signature.name,
            when: format.dateTime(Date.parse(signature.at)),
          })}
        </StateChip>
      )}
      {signature === null && (
        <StateChip icon={signed.length > 0 ? FileX2 : FilePen} tone={signed.length > 0 ? 'warning' : 'plain'}>
          {t(
            signed.length > 0
              ? 'hours:sign.isChanged'
              : isOver
                ? 'hours:sign.isOpen'
                : 'hours:sign.isRunning',
          )}
        </StateChip>
      )}
      {signature === null && isOver && sign !== null && (
        <Button size="xs" onClick={() => setSigning(month)}>
          {t('hours:sign.open')}
        </Button>
      )}
      {/* As it was when it was asked about: what is signed is what was seen. */}
      {signing !== null && sign !== null && (
        <SignDialog month={signing} sign={sign} onClose={() => setSigning(null)} />
      )}
    </>
  );
}

interface SignDialogProps {
  readonly month: DriverMonth;
  readonly sign: Sign;
  readonly onClose: () => void;
}
function SignDialog({ month: { content, sheet }, sign, onClose }: SignDialogProps) {
  const { t, i18n } = useTranslation('hours');
  const { user } = useSignedIn();
  const form = useSendForm<{ readonly name: string }, SheetVersion>({
    initial: { name: user.name },
    fields: () => ({
      name: {
        kind: 'text',
        label: t('hours:sign.name'),
        required: t('hours:sign.nameMissing'),
        maxLength: FIELD_LIMITS.workingHours.name,
      },
    }),
    write: ({ name }, signal) => sign({ month: content.month, hash: sheet.hash, name: name.trim() }, signal),
    touches: HOURS_KEY,
    onDone: onClose,
  });
  const month = monthText(content.month, matchLanguage(i18n.language) ?? 'en');
  return (
    <FormDialog
      form={form}
      isQuestion
      title={t('hours:sign.title', { month })}
      lead={t('hours:sign.text', { driver: content.driverName, version: sheet.version })}
      submit={t('hours:sign.open')}
      onClose={onClose}
    />
  );
}
