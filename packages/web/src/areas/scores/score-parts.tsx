import type { ScoreItem } from '@rastro/fleet';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { Period } from '../../kernel/period/period.ts';
import { partLink } from './part-link.ts';
import styles from './scores.module.css';
import { usePoints } from './use-points.ts';

type Part = ScoreItem['parts'][number];
interface ScorePartsProps {
  readonly one: ScoreItem;
  readonly period: Period;
}

/** Points that each kind of driving cost, the dearest first, and kinds that are not known. */
export function ScoreParts({ one, period }: ScorePartsProps) {
  const { t } = useTranslation('scores');
  const id = useId();
  const counted = one.parts.filter(({ state }) => state === 'counted').toSorted((a, b) => b.lost - a.lost);
  const unknown = one.parts.filter(({ state }) => state === 'unknown');
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.name}>
        {t('scores:parts')}
      </h2>
      <table className={styles.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t('scores:column.kind')}</th>
            <th scope="col">{t('scores:column.rate')}</th>
            <th scope="col">{t('scores:column.weight')}</th>
            <th scope="col">{t('scores:column.lost')}</th>
          </tr>
        </thead>
        <tbody>
          {counted.map((part) => (
            <Line key={part.kind} part={part} link={partLink(part.kind, one, period)} />
          ))}
        </tbody>
      </table>
      {unknown.length > 0 && (
        <p className={styles.note}>
          {t('scores:without', { kinds: unknown.map(({ kind }) => t(`scores:kind.${kind}`)).join(', ') })}
        </p>
      )}
    </section>
  );
}

function Line({ part, link }: { readonly part: Part; readonly link: string }) {
  const { t } = useTranslation('scores');
  const format = useFormat();
  const pointsText = usePoints();
  const name = t(`scores:kind.${part.kind}`);
  const rate = t(`scores:unit.${part.unit}`, { value: format.number(part.rate, 1) });
  return (
    <tr>
      <th scope="row">
        <Link to={link}>{name}</Link>
      </th>
      <td>
        {part.count === null
          ? rate
          : part.count === 0
            ? format.number(0)
            : t('scores:counted', { number: format.number(part.count), rate })}
      </td>
      <td>{pointsText(part.weight)}</td>
      <td>{pointsText(part.lost)}</td>
    </tr>
  );
}
