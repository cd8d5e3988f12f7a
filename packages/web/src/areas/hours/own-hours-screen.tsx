import { Button } from '@mantine/core';
import type { OwnHours } from '@rastro/fleet/working-hours';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { GivenChoices, useDisplayChoices } from '../../kernel/formats/use-format.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { useServices } from '../../kernel/services.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { readMonth } from './hours-question.ts';
import { LeftNow, StateNow } from './hours-rows.tsx';
import styles from './hours.module.css';
import { MonthCorrections } from './month-corrections.tsx';
import { MonthDays } from './month-days.tsx';
import { MonthFigures } from './month-figures.tsx';
import { MonthFindings } from './month-findings.tsx';
import { MonthTools } from './month-tools.tsx';
import { RulesNow } from './rules-now.tsx';
import { SignMonth } from './sign-month.tsx';
import { useOwnHours } from './use-hours.ts';

/** The signed-in driver's own hours: now, and a month that they sign. */
export function OwnHoursScreen() {
  const { t } = useTranslation('hours');
  useScreenTitle(t('hours:own.title'));
  const [search, setSearch] = useSearchParams();
  const month = readMonth(search);
  const query = useOwnHours(month ?? '');
  return (
    <div className={styles.own}>
      <h1>{t('hours:own.title')}</h1>
      <MonthTools
        month={month ?? query.data?.month.content.month ?? null}
        onMonth={(next) =>
          setSearch(
            (old) => {
              old.set('month', next);
              return old;
            },
            { replace: true },
          )
        }
      />
      <Loaded query={query} failed={t('hours:month.failed')}>
        {(hours) => <Own hours={hours} at={query.dataUpdatedAt} />}
      </Loaded>
      <Button component={Link} to="/qr-driver" variant="subtle">
        {t('hours:own.back')}
      </Button>
    </div>
  );
}

interface OwnProps {
  readonly hours: OwnHours;
  readonly at: number;
}
function Own({ hours: { now, month }, at }: OwnProps) {
  const { t } = useTranslation('hours');
  const { hours } = useServices().extension;
  const own = useDisplayChoices();
  const { zone } = month.content;
  const choices = useMemo(() => ({ ...own, zone }), [own, zone]);
  return (
    <GivenChoices value={choices}>
      <section className={styles.now} aria-label={t('hours:own.now')}>
        <StateNow driver={now} at={at} />
        <LeftNow driver={now} at={at} />
      </section>
      <div className={styles.actions}>
        <SignMonth month={month} sign={(signing, signal) => hours.signOwn(signing, signal)} />
      </div>
      <MonthFigures month={month} />
      <MonthFindings month={month} />
      <MonthDays month={month} onCorrect={null} />
      <MonthCorrections corrections={month.corrections} signed={month.signed} />
      <RulesNow month={month} />
    </GivenChoices>
  );
}
