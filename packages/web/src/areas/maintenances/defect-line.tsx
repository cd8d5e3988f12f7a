import type { Defect, DefectDue, DefectSeverity } from '@rastro/fleet/inspections';
import { CircleAlert, CircleCheck, Clock3, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { defectPath } from '../../kernel/queries/use-defects.ts';
import { StateChip, type StateChipProps } from '../../ui/state-chip.tsx';
import styles from './maintenances.module.css';
import { useDueText } from './use-due-text.ts';

interface DefectLineProps {
  readonly defect: Defect;
  readonly is: DefectDue;
  /** The vehicle is known: it is not named again. */
  readonly isOfOne: boolean;
}

/** A defect among the maintenance that is due; it leads to what can be done about it. */
export function DefectLine({ defect, is, isOfOne }: DefectLineProps) {
  const { t } = useTranslation('maintenances');
  const text = useDueText();
  const { id, deviceId, deviceName, itemText, note, foundAt, foundBy } = defect;
  const found = t('maintenances:defect.found', { day: text.dayOf(foundAt), name: foundBy });
  return (
    <li className={styles.line}>
      <span className={styles.names}>
        <span>
          {!isOfOne && (
            <>
              <Link to={`/devices/${deviceId}`} className={styles.name}>
                {deviceName}
              </Link>
              {' · '}
            </>
          )}
          <Link to={defectPath(id)} dir="auto">
            {itemText}
          </Link>
        </span>
        <span className={styles.detail} dir="auto">
          {[found, note].filter((part) => part !== '').join(' · ')}
        </span>
        <span>
          <DefectChip defect={defect} is={is} />
        </span>
      </span>
    </li>
  );
}

const NOW: Readonly<Record<DefectSeverity, Pick<StateChipProps, 'icon' | 'tone'>>> = {
  minor: { icon: CircleAlert, tone: 'plain' },
  major: { icon: TriangleAlert, tone: 'warning' },
  unsafe: { icon: OctagonAlert, tone: 'bad' },
};

function DefectChip({ defect, is }: Pick<DefectLineProps, 'defect' | 'is'>) {
  const { t } = useTranslation('maintenances');
  const format = useFormat();
  const { severity, state, deferredUntil } = defect;
  const name = t(`maintenances:defect.severity.${severity}`);
  if (is === 'signed')
    return (
      <StateChip icon={CircleCheck} tone="plain">
        {t('maintenances:defect.signed')}
      </StateChip>
    );
  if (is === 'later' && deferredUntil !== null)
    return (
      <StateChip icon={Clock3} tone="plain">
        {`${name} · ${t('maintenances:defect.later', { day: format.day(deferredUntil) })}`}
      </StateChip>
    );
  return (
    <StateChip {...NOW[severity]}>
      {state === 'inWork' ? `${name} · ${t('maintenances:defect.inWork')}` : name}
    </StateChip>
  );
}
