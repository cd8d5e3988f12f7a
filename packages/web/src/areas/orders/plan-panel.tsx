import { Button } from '@mantine/core';
import { readCivilDate } from '@rastro/fleet/billing';
import type { DayPlan } from '@rastro/fleet/road-routes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { localTime } from '../../i18n/zoned-time.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { useServices } from '../../kernel/services.tsx';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './orders.module.css';
import { PlanForm } from './plan-form.tsx';
import { PlanResult } from './plan-result.tsx';
import { dayOf } from './plan-values.ts';
import { PLAN_KEY, useDayPlan } from './use-day-plan.ts';

/** `/routes/plan`: which vehicle does which orders of a day; asked, looked at, saved. */
export function PlanPanel() {
  const { t } = useTranslation('routes');
  const [search] = useSearchParams();
  const zone = useZone();
  const [today] = useState(() => dayOf(localTime(Date.now(), zone)));
  const day = readCivilDate(search.get('day') ?? '') ?? today;
  const query = useDayPlan();
  return (
    <Panel title={t('routes:plan.title')} back={`/routes?day=${day}`} tall>
      <Loaded query={query} failed={t('routes:plan.failed')}>
        {(answer) => {
          const { plan } = answer;
          if (plan?.state === 'running') return <Search plan={plan} />;
          if (plan?.state === 'done' && plan.result !== null)
            return <PlanResult key={plan.id} plan={plan} result={plan.result} orders={answer.orders} />;
          return <PlanForm key={day} day={day} hasFailed={plan?.state === 'failed'} />;
        }}
      </Loaded>
    </Panel>
  );
}

/** A search under way; it goes on when the screen is left. */
function Search({ plan: { share } }: { readonly plan: DayPlan }) {
  const { t } = useTranslation('routes');
  const { routes } = useServices().extension;
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite((_: null, signal) => routes.forgetPlan(signal), {
    touches: PLAN_KEY,
  });
  const per = Math.round(share * 100);
  return (
    <div className={styles.search} role="status">
      <p>{t('routes:plan.running')}</p>
      <progress className={styles.progress} aria-label={t('routes:plan.progress')} max={100} value={per} />
      <p className={styles.quiet}>{t('routes:plan.leave')}</p>
      <DialogFailure text={failure && failureText(failure)} />
      <Button variant="default" loading={busy} onClick={() => void run(null)}>
        {t('routes:plan.cancel')}
      </Button>
    </div>
  );
}
