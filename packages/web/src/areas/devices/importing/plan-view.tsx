import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import batch from '../batch/batch.module.css';
import { ResultTiles } from '../batch/result-tiles.tsx';
import { ProblemLines } from './problem-lines.tsx';
import type { ImportPlan } from './plan-import.ts';
import { useProblemLines } from './use-problem-lines.ts';

export interface PlanViewProps {
  readonly plan: ImportPlan;
  /** Makes the groups that are missing; null = this user may make none. */
  readonly onMakeGroups: (() => void) | null;
  readonly onStart: () => void;
  readonly onBack: () => void;
}

/** Maximum of listed names; of the rest, only the count. */
const VISIBLE_GROUPS = 8;

/** Preview of the import. */
export function PlanView({ plan, onMakeGroups, onStart, onBack }: PlanViewProps) {
  const { t } = useTranslation('deviceimport');
  const { ofWrongRow } = useProblemLines();
  const count = plan.created.length + plan.changed.length;
  return (
    <>
      <div className={batch.body}>
        <ResultTiles
          tiles={[
            { label: t('deviceimport:plan.new'), count: plan.created.length },
            { label: t('deviceimport:plan.changed'), count: plan.changed.length },
            { label: t('deviceimport:plan.same'), count: plan.same },
            { label: t('deviceimport:plan.wrong'), count: plan.wrong.length, isBad: true },
          ]}
        />
        {onMakeGroups !== null && plan.missingGroups.length > 0 && (
          <div className={batch.actions}>
            <p className={batch.text}>
              {t('deviceimport:groups.missing', {
                count: plan.missingGroups.length,
                names: plan.missingGroups.slice(0, VISIBLE_GROUPS).join(', '),
              })}
            </p>
            <Button variant="light" onClick={onMakeGroups}>
              {t('deviceimport:groups.make', { count: plan.missingGroups.length })}
            </Button>
          </div>
        )}
        {plan.wrong.length > 0 && (
          <ProblemLines title={t('deviceimport:wrongTitle')} lines={plan.wrong} lineOf={ofWrongRow} />
        )}
      </div>
      <footer className={batch.footer}>
        <span className={batch.footerText} role="status">
          {count === 0 ? t('deviceimport:nothing') : ''}
        </span>
        <Button variant="default" onClick={onBack}>
          {t('deviceimport:back')}
        </Button>
        <Button disabled={count === 0} onClick={onStart}>
          {t('deviceimport:start', { count })}
        </Button>
      </footer>
    </>
  );
}
