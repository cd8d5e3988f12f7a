import { matchLanguage } from '@rastro/fleet';
import type { DriverMonth, WorkDay } from '@rastro/fleet/working-hours';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { DAY_COLUMNS } from './day-table.tsx';
import { sumOf } from './month-figures.tsx';
import { kindOfRule } from './rule-text.ts';
import styles from './sheet-paper.module.css';

interface SheetPaperProps {
  readonly month: DriverMonth;
  readonly brand: string;
}

/** The sheet of a month as paper: outside the application, so that nothing else is printed. */
export function SheetPaper({ month, brand }: SheetPaperProps) {
  const { t, i18n } = useTranslation('hours');
  const { content } = month;
  const { driverName, driverUniqueId, family, zone } = content;
  return createPortal(
    <div className={styles.paper} data-print aria-hidden>
      <p>{brand}</p>
      <h1>
        {t('hours:sheet.name')} – {monthText(content.month, matchLanguage(i18n.language) ?? 'en')}
      </h1>
      <p>
        {[driverName, driverUniqueId, t(`hours:family.${family}`), zone.replaceAll('_', ' ')].join(' · ')}
      </p>
      <Days days={content.days} />
      <Breaches month={month} />
      <Corrections month={month} />
      <Signatures month={month} />
    </div>,
    document.body,
  );
}

function Days({ days }: { readonly days: readonly WorkDay[] }) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  return (
    <table>
      <thead>
        <tr>
          <th>{t('hours:day.date')}</th>
          {DAY_COLUMNS.map((name) => (
            <th key={name}>{t(`hours:day.${name}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.date}>
            <td>{format.day(day.date)}</td>
            {DAY_COLUMNS.map((name) => (
              <td key={name}>{format.duration(day[name])}</td>
            ))}
          </tr>
        ))}
        <tr>
          <th>{t('hours:day.sum')}</th>
          {DAY_COLUMNS.map((name) => (
            <th key={name}>{format.duration(sumOf(days, name))}</th>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

type Part = Pick<SheetPaperProps, 'month'>;
function Breaches({ month: { content } }: Part) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  return (
    <>
      <h2>{t('hours:breaches.label')}</h2>
      {content.breaches.length === 0 && <p>{t('hours:breaches.noneInMonth')}</p>}
      <ul>
        {content.breaches.map(({ rule, at, requiredMs, actualMs, byMs, source }) => (
          <li key={`${rule} ${at}`}>
            {[
              `${format.dayOf(at)} ${format.time(at)}`,
              t(`hours:rule.${kindOfRule(rule) ?? 'other'}`),
              `${t('hours:finding.limit')}: ${format.duration(requiredMs)}`,
              `${t('hours:finding.measured')}: ${format.duration(actualMs)}`,
              `${t('hours:finding.by')}: ${format.duration(byMs)}`,
              source,
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </>
  );
}

function Corrections({ month: { corrections } }: Part) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  if (corrections.length === 0) return null;
  return (
    <>
      <h2>{t('hours:corrections')}</h2>
      <ul>
        {corrections.map(({ id, at, begin, end, after, reason, byName }) => (
          <li key={id}>
            {[
              format.dateTime(Date.parse(at)),
              byName,
              `${format.dayOf(begin)} ${format.time(begin)} – ${format.dayOf(end)} ${format.time(end)}`,
              ...after.map(({ kind }) => t(`hours:state.${kind}`)),
              reason,
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </>
  );
}

function Signatures({ month: { sheet } }: Part) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const { signature, version, hash } = sheet;
  return (
    <footer>
      <p>{t('hours:sheet.versionHash', { version, hash })}</p>
      {signature === null ? (
        <p>{t('hours:sheet.line')} ______________________________</p>
      ) : (
        <p>
          {t('hours:sign.isSigned', {
            name: signature.name,
            when: format.dateTime(Date.parse(signature.at)),
          })}
        </p>
      )}
    </footer>
  );
}
