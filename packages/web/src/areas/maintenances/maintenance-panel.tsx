import type { Maintenance } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EditorPanel } from '../../kernel/screens/editor-panel.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEditorTexts } from '../../kernel/screens/manager-texts.ts';
import { useEntityForm } from '../../kernel/screens/use-entity-form.ts';
import { useEntityRights } from '../../kernel/screens/use-entity-rights.ts';
import { useServices } from '../../kernel/services.tsx';
import { AttributesGroup } from '../../ui/attributes-group.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import formStyles from '../../ui/form.module.css';
import { DueList } from './due-list.tsx';
import { useMaintenanceFields } from './maintenance-fields.ts';
import { changedMaintenance, maintenanceValues, type MaintenanceValues } from './maintenance-values.ts';
import styles from './maintenances.module.css';
import { ServiceLog } from './service-log.tsx';
import { useAmounts } from './use-amounts.ts';
import { MAINTENANCES_KEY, useDue, useMaintenances } from './use-maintenances.ts';

const LIST = '/maintenances';
const NEW: Maintenance = { id: 0, name: '', type: 'totalDistance', start: 0, period: 0, attributes: {} };

/** One maintenance: what it counts, which vehicle is due when, and what was done. */
export function MaintenancePanel() {
  const { maintenanceId } = useParams();
  return (
    <EntityScreen
      id={maintenanceId}
      query={useMaintenances()}
      blank={NEW}
      texts={useEditorTexts('maintenances:')}
      back={LIST}
    >
      {(maintenance) => <MaintenanceEditor maintenance={maintenance} />}
    </EntityScreen>
  );
}

function MaintenanceEditor({ maintenance }: { readonly maintenance: Maintenance }) {
  const { t } = useTranslation('maintenances');
  const { client } = useServices();
  const context = useAmounts();
  const { id, name } = maintenance;
  const form = useEntityForm<Maintenance, MaintenanceValues>({
    ...useEntityRights('maintenance', id),
    saved: maintenance,
    callsOf: () => client.maintenance,
    listKey: MAINTENANCES_KEY,
    list: LIST,
    valuesOf: (saved) => maintenanceValues(saved, context),
    changed: (saved, now) => changedMaintenance(saved, now, context),
    fields: useMaintenanceFields(context),
    deletion: useEditorTexts('maintenances:', { name }).deletion,
  });
  return (
    <EditorPanel form={form} title={form.isNew ? t('maintenances:newTitle') : name}>
      {!form.isNew && (
        <div className={formStyles.group}>
          <span>
            <LinksButton subject={{ kind: 'maintenance', id, name }} />
          </span>
        </div>
      )}
      {!form.isNew && <Vehicles maintenance={maintenance} />}
      <FieldGroup form={form} />
      {!form.isNew && <ServiceLog of={{ maintenanceId: id }} />}
      <AttributesGroup
        mayEdit={form.mayEdit}
        drafts={form.values.attributes}
        onChange={(attributes) => form.change({ attributes })}
      />
    </EditorPanel>
  );
}

/** Of each linked vehicle, directly or by a group, when it is due. */
function Vehicles({ maintenance }: { readonly maintenance: Maintenance }) {
  const { t } = useTranslation('maintenances');
  const due = useDue({ maintenanceId: maintenance.id });
  return (
    <section className={styles.part} aria-label={t('maintenances:dueTitle')}>
      <h2 className={styles.title}>{t('maintenances:dueTitle')}</h2>
      <DueList
        query={due}
        label={t('maintenances:dueTitle')}
        none={t('maintenances:noVehicle')}
        maintenanceOf={() => maintenance}
        nameOf={({ deviceName }) => deviceName}
      />
    </section>
  );
}
