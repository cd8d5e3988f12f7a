import { PERIOD_PRESETS } from '@rastro/fleet';
import { ActionIcon, Button, Popover } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import { CalendarRange, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import { DateField } from '../../ui/date-field.tsx';
import { useFormat } from '../formats/use-format.ts';
import { useZone } from '../formats/use-zone.ts';
import { rangeText, readRange, shiftedPeriod, type Period, type PeriodChoice } from './period.ts';
import styles from './period.module.css';

export interface PeriodPickerProps {
  readonly choice: PeriodChoice;
  /** The period that the choice means now. */
  readonly period: Period;
  readonly onChange: (choice: PeriodChoice) => void;
}

/** The last days, the days before and after, or any stretch of time in the user's zone. */
export function PeriodPicker({ choice, period, onChange }: PeriodPickerProps) {
  const { t } = useTranslation('common');
  const zone = useZone();
  const [isOpen, setOpen] = useState(false);
  const chosen = 'preset' in choice ? choice.preset : null;
  return (
    <div className={styles.picker} role="group" aria-label={t('common:period.label')}>
      <div className={styles.presets}>
        {PERIOD_PRESETS.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant={name === chosen ? 'light' : 'subtle'}
            color={name === chosen ? 'brand' : 'gray'}
            aria-pressed={name === chosen}
            onClick={() => onChange({ preset: name })}
          >
            {t(`common:period.${name}`)}
          </Button>
        ))}
      </div>
      <div className={styles.range}>
        <Step label={t('common:period.before')} onStep={() => onChange(shiftedPeriod(period, -1, zone))}>
          <ChevronLeft size={17} aria-hidden />
        </Step>
        <Popover opened={isOpen} onChange={setOpen} position="bottom" withinPortal={false} trapFocus>
          <Popover.Target>
            <Button
              size="compact-sm"
              variant={chosen === null ? 'light' : 'default'}
              color={chosen === null ? 'brand' : 'gray'}
              leftSection={<CalendarRange size={14} aria-hidden />}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <PeriodText period={period} />
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <RangeForm
              period={period}
              onChange={(next) => {
                setOpen(false);
                onChange(next);
              }}
            />
          </Popover.Dropdown>
        </Popover>
        <Step label={t('common:period.after')} onStep={() => onChange(shiftedPeriod(period, 1, zone))}>
          <ChevronRight size={17} aria-hidden />
        </Step>
      </div>
    </div>
  );
}

function Step({ label, onStep, children }: { label: string; onStep: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={30} aria-label={label} onClick={onStep}>
      {children}
    </ActionIcon>
  );
}

/** One day by its date; more, or a part of one, by both ends. */
function PeriodText({ period: { from, to } }: { readonly period: Period }) {
  const format = useFormat();
  const zone = useZone();
  const [start, end] = [localTime(from.getTime(), zone), localTime(to.getTime(), zone)];
  const [firstDay, lastDay] = [start.slice(0, 10), end.slice(0, 10)];
  const isWhole = start.endsWith('T00:00');
  if (firstDay !== lastDay) return `${format.day(firstDay)} – ${format.day(lastDay)}`;
  if (isWhole) return format.day(firstDay);
  return `${format.day(firstDay)} ${format.time(from.getTime())} – ${format.time(to.getTime())}`;
}

function RangeForm({ period, onChange }: Omit<PeriodPickerProps, 'choice'>) {
  const { t } = useTranslation('common');
  const zone = useZone();
  const [{ from, to }, setTyped] = useState(() => rangeText(period, zone));
  const range = readRange({ from, to }, period, zone);
  const isBackwards = momentOf(to, zone) <= momentOf(from, zone);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (range !== null) onChange(range);
      }}
    >
      <DateField
        kind="moment"
        label={t('common:period.from')}
        value={from}
        onChange={(moment) => setTyped({ from: moment, to })}
      />
      <DateField
        kind="moment"
        label={t('common:period.to')}
        value={to}
        onChange={(moment) => setTyped({ from, to: moment })}
        error={range === null && isBackwards ? t('common:period.wrong') : null}
      />
      <Button type="submit" disabled={range === null}>
        {t('common:period.apply')}
      </Button>
    </form>
  );
}
