import { Button } from '@mantine/core';
import type { CivilMonth } from '@rastro/fleet/billing';
import type { DriverMonth } from '@rastro/fleet/working-hours';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { GivenChoices, useDisplayChoices } from '../../kernel/formats/use-format.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { Panel } from '../../ui/panel.tsx';
import { readMonth } from './hours-question.ts';
import styles from './hours.module.css';
import { CorrectionForm, type CorrectedSpan } from './correction-form.tsx';
import { MonthDays } from './month-days.tsx';
import { MonthFigures } from './month-figures.tsx';
import { MonthFindings } from './month-findings.tsx';
import { MonthTools } from './month-tools.tsx';
import { MonthCorrections } from './month-corrections.tsx';
import { RulesNow } from './rules-now.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SheetMenu } from './sheet-menu.tsx';
import { SignMonth } from './sign-month.tsx';
import { useDriverMonth } from './use-hours.ts';

/** A month of a driver: days, breaches, corrections, and what was signed. */
export function HoursMonthPanel() {
  const { t } = useTranslation('hours');
  const { driverId } = useParams();
  const id = Number(driverId ?? 0) || 0;
  const [search, setSearch] = useSearchParams();
  const month = readMonth(search);
  const query = useDriverMonth(id, month ?? '');
  const { may } = useRights();
  const { data } = query;
  const setMonth = (next: CivilMonth): void =>
    setSearch(
      (old) => {
        old.set('month', next);
        return old;
      },
      { replace: true },
    );
  return (
    <Panel
      title={data?.content.driverName ?? t('hours:one')}
      badge={data && may('workingHours.export') && <SheetMenu month={data} />}
      back="/hours"
      expandable
      wide
      tall
    >
      <div className={styles.page}>
        <MonthTools month={month ?? data?.content.month ?? null} onMonth={setMonth} />
        <Loaded query={query} failed={t('hours:month.failed')}>
          {(loaded) => <Month month={loaded} />}
        </Loaded>
      </div>
    </Panel>
  );
}

/** Everything stands on the clock of the driver's base, as the law counts. */
function Month({ month }: { readonly month: DriverMonth }) {
  const { t } = useTranslation('hours');
  const { may, isReadonly } = useRights();
  const { hours } = useServices().extension;
  const own = useDisplayChoices();
  const { zone } = month.content;
  const choices = useMemo(() => ({ ...own, zone }), [own, zone]);
  const [correcting, setCorrecting] = useState<CorrectedSpan | null>(null);
  const [isSetting, setSetting] = useState(false);
  const mayCorrect = !isReadonly && may('workingHours.correct');
  return (
    <GivenChoices value={choices}>
      {zone !== own.zone && (
        <p className={styles.quiet}>{t('hours:month.zone', { zone: zone.replaceAll('_', ' ') })}</p>
      )}
      <div className={styles.actions}>
        <SignMonth
          month={month}
          sign={
            !isReadonly && may('workingHours.signOff')
              ? (signing, signal) => hours.sign(month.driverId, signing, signal)
              : null
          }
        />
        {mayCorrect && (
          <>
            <Button size="xs" variant="default" onClick={() => setCorrecting({ begin: null, end: null })}>
              {t('hours:correct.open')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setSetting(true)}>
              {t('hours:settings.open')}
            </Button>
          </>
        )}
      </div>
      <MonthFigures month={month} />
      <MonthFindings month={month} />
      <MonthDays month={month} onCorrect={mayCorrect ? setCorrecting : null} />
      <MonthCorrections corrections={month.corrections} signed={month.signed} />
      <RulesNow month={month} />
      {correcting !== null && (
        <CorrectionForm month={month} span={correcting} onClose={() => setCorrecting(null)} />
      )}
      {isSetting && <SettingsForm month={month} onClose={() => setSetting(false)} />}
    </GivenChoices>
  );
}
