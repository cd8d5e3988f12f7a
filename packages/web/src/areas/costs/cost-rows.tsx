import type { CostLine } from '@rastro/fleet/costs';
import { Paperclip } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { KindIcon } from './cost-kind.tsx';
import styles from './costs.module.css';
import { useDaysText } from './use-days-text.ts';

interface CostRowsProps {
  readonly lines: readonly CostLine[];
  readonly onOpen: (line: CostLine) => void;
}

/** Lines, each with its kind, its vehicle, its days and its amount. */
export function CostRows({ lines, onOpen }: CostRowsProps) {
  const { t } = useTranslation('costs');
  return (
    <ul
      className={styles.rows}
      aria-label={t('costs:tab.lines')}
      // A list that scrolls is reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
      tabIndex={0}
    >
      {lines.map((line) => (
        <CostRow key={line.id} line={line} onOpen={() => onOpen(line)} />
      ))}
    </ul>
  );
}

function CostRow({ line, onOpen }: { readonly line: CostLine; readonly onOpen: () => void }) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const days = useDaysText();
  const { kind, supplier, document, note, deviceName, driverName, cents, receipts } = line;
  const name = t(`costs:kind.${kind}`);
  const details = [supplier === '' ? '' : name, document, note].filter((part) => part !== '');
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <KindIcon kind={kind} />
        <span className={styles.what}>
          <strong dir="auto">{supplier === '' ? name : supplier}</strong>
          <small dir="auto">
            {receipts.length > 0 && (
              <Paperclip
                className={styles.clip}
                size={12}
                aria-label={t('costs:receipts.count', { count: receipts.length })}
              />
            )}
            {details.join(' · ')}
          </small>
        </span>
        <span className={styles.whose} dir="auto">
          {[deviceName, driverName].filter((part) => part !== '').join(' · ')}
        </span>
        <span className={styles.days}>{days(line)}</span>
        <span className={styles.amount} data-credit={cents < 0 || undefined}>
          {format.money(cents)}
        </span>
      </button>
    </li>
  );
}
