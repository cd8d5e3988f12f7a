import { Button, NativeSelect } from '@mantine/core';
import { MINUTE_MS } from '@rastro/base';
import { matchLanguage } from '@rastro/fleet';
import { addMonths, dateIn, monthOf, type CivilMonth } from '@rastro/fleet/billing';
import type { DriverMonth } from '@rastro/fleet/working-hours';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { monthText } from '../../i18n/month-text.ts';
import { GivenChoices, useDisplayChoices } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/use-now.ts';
import { readMonth } from './hours-question.ts';
import styles from './hours.module.css';
import { CorrectionForm, type CorrectedSpan } from './correction-form.tsx';
import { MonthDays } from './month-days.tsx';
import { MonthFigures } from './month-figures.tsx';
import { MonthFindings } from './month-findings.tsx';
import { MonthCorrections } from './month-corrections.tsx';
import { RulesNow } from './rules-now.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SheetMenu } from './sheet-menu.tsx';
import { SignMonth } from './sign-month.tsx';
import { useDriverMonth } from './use-hours.ts';

const OFFERED_MONTHS = 36;

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

interface MonthToolsProps {
  /** Null = not known yet: the present one of the driver's base. */
  readonly month: CivilMonth | null;
  readonly onMonth: (month: CivilMonth) => void;
}
function MonthTools({ month, onMonth }: MonthToolsProps) {
  const { t, i18n } = useTranslation('hours');
  const language = matchLanguage(i18n.language) ?? 'en';
  const now = monthOf(dateIn(useZone(), useNow(MINUTE_MS)));
  const shown = month ?? now;
  const offered = Array.from({ length: OFFERED_MONTHS }, (_, at) => addMonths(now, -at));
  const all = offered.includes(shown) ? offered : [shown, ...offered];
  return (
    <div className={styles.months}>
      <IconAction label={t('hours:month.before')} onClick={() => onMonth(addMonths(shown, -1))}>
        <ChevronLeft size={18} aria-hidden />
      </IconAction>
      <NativeSelect
        size="xs"
        aria-label={t('hours:month.label')}
        data={all.map((value) => ({ value, label: monthText(value, language) }))}
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          const chosen = all.find((each) => each === value);
          if (chosen !== undefined) onMonth(chosen);
        }}
      />
      {shown < now && (
        <IconAction label={t('hours:month.after')} onClick={() => onMonth(addMonths(shown, 1))}>
          <ChevronRight size={18} aria-hidden />
        </IconAction>
      )}
    </div>
  );
}

/** Everything stands on the clock of the driver's base, as the law counts. */
function Month({ month }: { readonly month: DriverMonth }) {
  const { t } = useTranslation('hours');
  const { may, isReadonly } = useRights();
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
        <SignMonth month={month} />
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
