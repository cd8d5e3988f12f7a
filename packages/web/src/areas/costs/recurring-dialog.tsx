import { Button } from '@mantine/core';
import type { RecurringCost } from '@rastro/fleet/costs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import styles from './costs.module.css';
import { RecurringForm } from './recurring-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

interface RecurringDialogProps {
  readonly cost: RecurringCost;
  readonly onClose: () => void;
}
/** A cost that comes again: when, and what can be done about it. */
export function RecurringDialog({ cost, onClose }: RecurringDialogProps) {
  const { t } = useTranslation('costs');
  const { costs } = useServices().extension;
  const { may, isReadonly } = useRights();
  const [action, setAction] = useState<'edit' | 'remove' | null>(null);
  const back = (): void => setAction(null);
  const { kind, supplier, deviceName } = cost;
  const name = supplier === '' ? t(`costs:kind.${kind}`) : supplier;
  if (action === 'edit') return <RecurringForm cost={cost} onDone={back} onClose={back} />;
  if (action === 'remove')
    return (
      <RemoveDialog
        title={t('costs:recurring.remove')}
        text={t('costs:recurring.removeText', { name, vehicle: deviceName })}
        write={(signal) => costs.removeRecurring(cost.id, signal)}
        onBack={back}
        onRemoved={onClose}
      />
    );
  return (
    <Modal title={name} onClose={onClose}>
      <Readings cost={cost} />
      <DialogActions>
        {!isReadonly && may('costs.delete') && (
          <Button variant="default" onClick={() => setAction('remove')}>
            {t('costs:remove.open')}
          </Button>
        )}
        {!isReadonly && may('costs.edit') && (
          <Button variant="default" onClick={() => setAction('edit')}>
            {t('costs:edit')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('costs:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function Readings({ cost }: Pick<RecurringDialogProps, 'cost'>) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const { kind, deviceName, first, last, everyMonths } = cost;
  const readings = [
    ['amount', format.money(cost.cents)],
    ['kind', t(`costs:kind.${kind}`)],
    ['vehicle', deviceName],
    ['rhythm', t('costs:recurring.every', { count: everyMonths })],
    ['firstTime', format.day(first)],
    ['lastTime', last === null ? t('costs:recurring.endless') : format.day(last)],
    ['days', t(cost.isSpread ? 'costs:recurring.spread' : 'costs:recurring.notSpread')],
    ['skipped', cost.skipped.join(', ')],
    ['note', cost.note],
  ] as const;
  return (
    <dl className={styles.readings}>
      {readings
        .filter(([, text]) => text !== '')
        .map(([label, text]) => (
          <div key={label}>
            <dt>{t(`costs:field.${label}`)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
    </dl>
  );
}
