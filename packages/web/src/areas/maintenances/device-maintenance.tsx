import { dateIn } from '@rastro/fleet/billing';
import type { MaintenanceDue } from '@rastro/fleet';
import { byGravity, defectDue, repairsOf, type Defect } from '@rastro/fleet/inspections';
import { MINUTE_MS } from '@rastro/base';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useDefects, useMaySeeDefects } from '../../kernel/queries/use-defects.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useNow } from '../../ui/use-now.ts';
import { DefectLine } from './defect-line.tsx';
import { DueList } from './due-list.tsx';
import styles from './maintenances.module.css';
import { ServiceLog } from './service-log.tsx';
import { useDue, useMaintenances } from './use-maintenances.ts';

/** Due maintenance of one vehicle, its open defects, and its service log with their repairs. */
export function DeviceMaintenance({ deviceId }: { readonly deviceId: number }) {
  const { t } = useTranslation('maintenances');
  const maintenances = useMaintenances();
  const due = useDue({ deviceId });
  const { data: found, error } = useDefects({ deviceId: [deviceId] });
  const repairs = useMemo(() => repairsOf(found?.defects ?? []), [found]);
  const maintenanceOf = (id: number) => maintenances.data?.find((each) => each.id === id);
  const nameOf = ({ maintenanceId }: MaintenanceDue): string =>
    maintenanceOf(maintenanceId)?.name ?? t('maintenances:one');
  return (
    <div className={styles.ofDevice}>
      <DefectList defects={found?.defects ?? []} error={error} />
      <section className={styles.part} aria-label={t('maintenances:dueTitle')}>
        <h2 className={styles.title}>{t('maintenances:dueTitle')}</h2>
        <DueList
          query={due}
          label={t('maintenances:dueTitle')}
          none={t('maintenances:noneOfDevice')}
          maintenanceOf={maintenanceOf}
          nameOf={nameOf}
        />
      </section>
      <ServiceLog of={{ deviceId }} repairs={repairs} />
    </div>
  );
}

interface DefectListProps {
  readonly defects: readonly Defect[];
  readonly error: Error | null;
}

/** Defects that are not over, the gravest first; nothing where there is none. */
function DefectList({ defects, error }: DefectListProps) {
  const { t } = useTranslation('maintenances');
  const failureText = useFailureText();
  const maySee = useMaySeeDefects();
  const today = dateIn(useZone(), useNow(MINUTE_MS));
  const found = defects.toSorted(byGravity).flatMap((defect) => {
    const is = defectDue(defect, today);
    return is === null ? [] : [{ defect, is }];
  });
  const failed = maySee && error !== null ? failureText(failureIn(error)) : null;
  if (found.length === 0 && failed === null) return null;
  return (
    <section className={styles.part} aria-label={t('maintenances:defect.title')}>
      <h2 className={styles.title}>{t('maintenances:defect.title')}</h2>
      {failed !== null && (
        <p className={styles.told} role="status">
          {t('maintenances:defect.failed', { reason: failed })}
        </p>
      )}
      <ul className={styles.lines} aria-label={t('maintenances:defect.title')}>
        {found.map(({ defect, is }) => (
          <DefectLine key={defect.id} defect={defect} is={is} isOfOne />
        ))}
      </ul>
    </section>
  );
}
