import { Button } from '@mantine/core';
import { distanceIn, matchLanguage, metresFrom } from '@rastro/fleet';
import type { CivilMonth } from '@rastro/fleet/billing';
import type { CostContent, CostLine, CostReceipt } from '@rastro/fleet/costs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useDisplayChoices, useFormat } from '../../kernel/formats/use-format.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import { CostForm } from './cost-form.tsx';
import { closedFor, closedIn } from './cost-question.ts';
import styles from './costs.module.css';
import { ReceiptList } from './receipt-list.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { useClosedMonths, useToday } from './use-costs.ts';
import { useDaysText } from './use-days-text.ts';

interface CostDialogProps {
  readonly line: CostLine;
  /** A new line that takes an amount back. */
  readonly onCredit: (draft: Partial<CostContent>) => void;
  readonly onClose: () => void;
}

/** A line with everything about it, and what can be done. */
export function CostDialog({ line, onCredit, onClose }: CostDialogProps) {
  const { t } = useTranslation('costs');
  const { costs } = useServices().extension;
  const format = useFormat();
  const [action, setAction] = useState<'edit' | 'remove' | CostReceipt | null>(null);
  const closed = closedIn(closedFor(useClosedMonths(), line), line);
  const back = (): void => setAction(null);
  const amount = format.money(line.cents);
  const name = line.supplier === '' ? t(`costs:kind.${line.kind}`) : line.supplier;
  if (action === 'edit') return <CostForm line={line} draft={line} onDone={back} onClose={back} />;
  if (action === 'remove')
    return (
      <RemoveDialog
        title={t('costs:remove.title')}
        text={t('costs:remove.text', { name, amount, vehicle: line.deviceName })}
        write={(signal) => costs.remove(line.id, signal)}
        onBack={back}
        onRemoved={onClose}
      />
    );
  if (action !== null)
    return (
      <RemoveDialog
        title={t('costs:receipts.removeTitle')}
        text={t('costs:receipts.removeText', { name: action.name, of: name, amount })}
        write={(signal) => costs.removeReceipt({ lineId: line.id, id: action.id }, signal)}
        onBack={back}
        onRemoved={back}
      />
    );
  return (
    <Modal title={name} onClose={onClose}>
      <Readings line={line} />
      <ReceiptList line={line} isClosed={closed !== null} onRemove={setAction} />
      <Actions line={line} closed={closed} onAction={setAction} onCredit={onCredit} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('costs:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function Readings({ line }: Pick<CostDialogProps, 'line'>) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const { distanceUnit } = useDisplayChoices();
  const days = useDaysText();
  const { quantity, unit, odometerKm, engineHours, at } = line;
  const readings = [
    ['amount', format.money(line.cents)],
    ['kind', t(`costs:kind.${line.kind}`)],
    ['vehicle', line.deviceName],
    ['days', days(line)],
    ['time', at === null ? '' : format.time(Date.parse(at))],
    ['supplier', line.supplier],
    ['document', line.document],
    ['quantity', unit === null ? '' : t(`costs:quantity.${unit}`, { amount: format.number(quantity, 3) })],
    [
      'odometer',
      odometerKm === null
        ? ''
        : `${format.number(distanceIn(metresFrom(odometerKm, 'km'), distanceUnit), 1)} ${distanceUnit}`,
    ],
    ['engineHours', engineHours === null ? '' : format.number(engineHours, 1)],
    ['driver', line.driverName],
    ['note', line.note],
    ['source', t(`costs:source.${line.source}`)],
  ] as const;
  return (
    <dl className={styles.readings}>
      {readings
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <div key={name}>
            <dt>{t(`costs:field.${name}`)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
    </dl>
  );
}

interface ActionsProps extends Pick<CostDialogProps, 'line' | 'onCredit'> {
  /** The first of its months that is closed; null = all are open. */
  readonly closed: CivilMonth | null;
  readonly onAction: (action: 'edit' | 'remove') => void;
}
/** Actions that the rights allow; in a closed month only a credit note in an open one. */
function Actions({ line, closed, onAction, onCredit }: ActionsProps) {
  const { t, i18n } = useTranslation('costs');
  const { may, isReadonly } = useRights();
  const today = useToday();
  if (isReadonly) return null;
  const credit = (): void =>
    onCredit({ ...line, cents: -line.cents, from: today, to: today, at: null, document: '' });
  return (
    <>
      {closed !== null && (
        <p className={styles.closed} role="note">
          {t('costs:closedText', { month: monthText(closed, matchLanguage(i18n.language) ?? 'en') })}
        </p>
      )}
      <div className={styles.actions}>
        {closed === null && may('costs.edit') && (
          <Button size="xs" variant="default" onClick={() => onAction('edit')}>
            {t('costs:edit')}
          </Button>
        )}
        {may('costs.create') && (
          <Button size="xs" variant="default" onClick={credit}>
            {t('costs:credit')}
          </Button>
        )}
        {closed === null && may('costs.delete') && (
          <Button size="xs" variant="default" onClick={() => onAction('remove')}>
            {t('costs:remove.open')}
          </Button>
        )}
      </div>
    </>
  );
}
