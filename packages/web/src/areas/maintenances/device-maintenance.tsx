import type { MaintenanceDue } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { DueList } from './due-list.tsx';
import styles from './maintenances.module.css';
import { ServiceLog } from './service-log.tsx';
import { useDue, useMaintenances } from './use-maintenances.ts';

/** Due maintenance of one vehicle, and its service log. */
export function DeviceMaintenance({ deviceId }: { readonly deviceId: number }) {
  const { t } = useTranslation('maintenances');
  const maintenances = useMaintenances();
  const due = useDue({ deviceId });
  const maintenanceOf = (id: number) => maintenances.data?.find((each) => each.id === id);
  const nameOf = ({ maintenanceId }: MaintenanceDue): string =>
    maintenanceOf(maintenanceId)?.name ?? t('maintenances:one');
  return (
    <div className={styles.ofDevice}>
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
      <ServiceLog of={{ deviceId }} />
    </div>
  );
}
