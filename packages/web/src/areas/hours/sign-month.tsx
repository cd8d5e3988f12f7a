import { Button } from '@mantine/core';
import { FIELD_LIMITS, matchLanguage } from '@rastro/fleet';
import type { DriverMonth, SheetVersion } from '@rastro/fleet/working-hours';
import { FilePen, FileSignature, FileX2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { HOURS_KEY } from './use-hours.ts';

/** Whether the month is signed as it is, and the way to sign it once it has ended. */
export function SignMonth({ month }: { readonly month: DriverMonth }) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const { may, isReadonly } = useRights();
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
      {signature === null && isOver && !isReadonly && may('workingHours.signOff') && (
        <Button size="xs" onClick={() => setSigning(month)}>
          {t('hours:sign.open')}
        </Button>
      )}
      {/* As it was when it was asked about: what is signed is what was seen. */}
      {signing !== null && <SignDialog month={signing} onClose={() => setSigning(null)} />}
    </>
  );
}

interface SignDialogProps {
  readonly month: DriverMonth;
  readonly onClose: () => void;
}
function SignDialog({ month: { driverId, content, sheet }, onClose }: SignDialogProps) {
  const { t, i18n } = useTranslation('hours');
  const { hours } = useServices().extension;
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
    write: ({ name }, signal) =>
      hours.sign(driverId, { month: content.month, hash: sheet.hash, name: name.trim() }, signal),
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
