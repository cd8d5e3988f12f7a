import { Button } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import type { CivilMonth } from '@rastro/fleet/billing';
import { Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './costs.module.css';
import { COSTS_KEY, useClosedMonths } from './use-costs.ts';

interface MonthLockProps {
  readonly month: CivilMonth;
  /** Only a month that is over is closed. */
  readonly isOver: boolean;
}

/** Whether a month is closed, and the way to close it or to open it again. */
export function MonthLock({ month, isOver }: MonthLockProps) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const { may, isReadonly } = useRights();
  const closed = useClosedMonths().find((each) => each.month === month) ?? null;
  const [isAsking, setAsking] = useState(false);
  const mayChange = !isReadonly && may('costs.delete') && (isOver || closed !== null);
  return (
    <div className={styles.lock}>
      <StateChip icon={closed === null ? LockOpen : Lock} tone="plain">
        {closed === null
          ? t('costs:lock.isOpen')
          : t('costs:lock.closedAt', { when: format.dateTime(Date.parse(closed.closedAt)) })}
      </StateChip>
      {mayChange && (
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t(closed === null ? 'costs:lock.close' : 'costs:lock.open')}
        </Button>
      )}
      {isAsking && <LockQuestion month={month} isClosing={closed === null} onEnd={() => setAsking(false)} />}
    </div>
  );
}

interface LockQuestionProps {
  readonly month: CivilMonth;
  readonly isClosing: boolean;
  readonly onEnd: () => void;
}
function LockQuestion({ month, isClosing, onEnd }: LockQuestionProps) {
  const { t, i18n } = useTranslation('costs');
  const { costs } = useServices().extension;
  const failureText = useFailureText();
  // What was asked is what is done, whatever the list says meanwhile.
  const [isClosed] = useState(isClosing);
  const { busy, failure, run } = useWrite((_: null, signal) => costs.setMonth({ month, isClosed }, signal), {
    touches: COSTS_KEY,
  });
  const confirm = async (): Promise<void> => {
    if ((await run(null))?.ok === true) onEnd();
  };
  const name = monthText(month, matchLanguage(i18n.language) ?? 'en');
  const asked = isClosed ? 'close' : 'open';
  return (
    <ConfirmDialog
      isHarmless
      title={t(`costs:lock.${asked}Title`, { month: name })}
      text={t(`costs:lock.${asked}Text`)}
      confirm={t(`costs:lock.${asked}`)}
      busy={busy}
      failure={failure && failureText(failure)}
      onConfirm={() => void confirm()}
      onCancel={onEnd}
    />
  );
}
