import type { TrafficMessage, TrafficRecord } from '@rastro/fleet';
import { ArrowDownLeft, ArrowUpRight, Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import styles from './traffic.module.css';

/** Format of the bytes; anything but text is always hexadecimal. */
export type RawForm = 'text' | 'hex';

/** One message: when, which way, its bytes, and what they meant. */
export function TrafficRow({ message, form }: { message: TrafficMessage; form: RawForm }) {
  const { t } = useTranslation('traffic');
  const format = useFormat();
  const [copied, setCopied] = useState(false);
  const { direction, time, protocol, host, bytes, records, error, damaged } = message;
  const raw = form === 'text' && message.text !== null ? message.text : message.hex;
  const isCut = message.hex.length < bytes * 2;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(raw);
    setCopied(true);
  };
  const Arrow = direction === 'in' ? ArrowDownLeft : ArrowUpRight;
  return (
    <li className={styles.item} data-direction={direction}>
      <div className={styles.head}>
        <Arrow
          className={styles.arrow}
          size={16}
          role="img"
          aria-label={t(`traffic:direction.${direction}`)}
        />
        <span className={styles.time}>{format.moment(Date.parse(time))}</span>
        <span className={styles.from}>
          {protocol} · {host} · {t('traffic:bytes', { count: bytes })}
        </span>
        <IconAction label={t(copied ? 'traffic:copied' : 'traffic:copy')} onClick={() => void copy()}>
          {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
        </IconAction>
      </div>
      <code className={styles.raw}>
        {raw}
        {isCut && '…'}
      </code>
      {error !== null && <p className={styles.failure}>{t('traffic:refused', { reason: error })}</p>}
      {damaged && <p className={styles.failure}>{t('traffic:damaged')}</p>}
      {records.length > 0 && (
        <details className={styles.meaning}>
          <summary>{t('traffic:records', { count: records.length })}</summary>
          {records.map((record, index) => (
            // Records have no identity of their own, and their order never changes.
            <Meaning key={`${message.sequence}:${index}`} record={record} />
          ))}
        </details>
      )}
    </li>
  );
}

/** The fields by their protocol names, since readers compare them with a manual. */
function Meaning({ record }: { record: TrafficRecord }) {
  const { attributes, network, ...place } = record;
  const fields = { ...place, ...attributes, ...(network === null ? {} : { network }) };
  return (
    <dl className={styles.fields}>
      {Object.entries(fields).map(([name, value]) =>
        value === null ? null : (
          <div key={name} className={styles.field}>
            <dt>{name}</dt>
            <dd>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
