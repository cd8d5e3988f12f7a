import { Button } from '@mantine/core';
import type { BudgetNow } from '@rastro/fleet/costs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import { BudgetForm } from './budget-form.tsx';
import { subjectText } from './budget-row.tsx';
import styles from './costs.module.css';
import { RemoveDialog } from './remove-dialog.tsx';

interface BudgetDialogProps {
  readonly budget: BudgetNow;
  readonly onClose: () => void;
}
/** A budget with its figures, and what can be done about it. */
export function BudgetDialog({ budget, onClose }: BudgetDialogProps) {
  const { t } = useTranslation('costs');
  const { costs } = useServices().extension;
  const { may, isReadonly } = useRights();
  const [action, setAction] = useState<'edit' | 'remove' | null>(null);
  const back = (): void => setAction(null);
  const { name } = budget;
  if (action === 'edit') return <BudgetForm budget={budget} onDone={back} onClose={back} />;
  if (action === 'remove')
    return (
      <RemoveDialog
        title={t('costs:budgets.remove')}
        text={t('costs:budgets.removeText', { name })}
        write={(signal) => costs.removeBudget(budget.id, signal)}
        onBack={back}
        onRemoved={onClose}
      />
    );
  return (
    <Modal title={name} onClose={onClose}>
      <Readings budget={budget} />
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

function Readings({ budget }: Pick<BudgetDialogProps, 'budget'>) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const { kind, span, from, to, cents, spentCents, forecastCents, alert } = budget;
  const readings = [
    ['of', subjectText(budget, t('costs:budgets.allVehicles'))],
    ['kind', kind === null ? t('costs:filter.anyKind') : t(`costs:kind.${kind}`)],
    ['span', t(`costs:budgets.span.${span}`)],
    ['period', `${format.day(from)} – ${format.day(to)}`],
    ['amount', format.money(cents)],
    ['spent', format.money(spentCents)],
    ['expected', forecastCents === null ? t('costs:budgets.tooEarly') : format.money(forecastCents)],
    ['state', t(`costs:budgets.alert.${alert}`)],
  ] as const;
  return (
    <dl className={styles.readings}>
      {readings.map(([label, text]) => (
        <div key={label}>
          <dt>{t(`costs:budgets.field.${label}`)}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
