import type { Maintenance } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEntityEditor } from '../../kernel/screens/use-entity-editor.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { AttributesGroup } from '../../ui/attributes-group.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import form from '../../ui/form.module.css';
import { Panel } from '../../ui/panel.tsx';
import type { AmountContext } from './amounts.ts';
import { DueList } from './due-list.tsx';
import { MaintenanceFields } from './maintenance-fields.tsx';
import {
  changedMaintenance,
  checkMaintenance,
  maintenanceValues,
  type MaintenanceValues,
} from './maintenance-values.ts';
import styles from './maintenances.module.css';
import { ServiceLog } from './service-log.tsx';
import { useAmounts } from './use-amounts.ts';
import { MAINTENANCES_KEY, useDue, useMaintenances } from './use-maintenances.ts';

const LIST = '/maintenances';
const NEW: Maintenance = { id: 0, name: '', type: 'totalDistance', start: 0, period: 0, attributes: {} };

/** One maintenance: what it counts, which vehicle is due when, and what was done. */
export function MaintenancePanel() {
  const { t } = useTranslation('maintenances');
  const { maintenanceId } = useParams();
  return (
    <EntityScreen
      id={maintenanceId}
      query={useMaintenances()}
      blank={NEW}
      title={t('maintenances:one')}
      back={LIST}
      gone={t('maintenances:gone')}
    >
      {(maintenance) => <MaintenanceEditor maintenance={maintenance} />}
    </EntityScreen>
  );
}

function MaintenanceEditor({ maintenance }: { readonly maintenance: Maintenance }) {
  const { t } = useTranslation(['maintenances', 'common']);
  const context = useAmounts();
  const [values, setValues] = useState(() => maintenanceValues(maintenance, context));
  const { mayEdit, form: frame, question, isChecked } = useEditor(maintenance, values, context);
  const change = (part: Partial<MaintenanceValues>): void => setValues((old) => ({ ...old, ...part }));
  const isNew = maintenance.id <= 0;
  return (
    <Panel title={isNew ? t('maintenances:newTitle') : maintenance.name} back={LIST} tall>
      <EntityForm {...frame}>
        {!isNew && (
          <div className={form.group}>
            <span>
              <LinksButton subject={{ kind: 'maintenance', id: maintenance.id, name: maintenance.name }} />
            </span>
          </div>
        )}
        {!isNew && <Vehicles maintenance={maintenance} />}
        <MaintenanceFields
          values={values}
          problems={isChecked ? checkMaintenance(values, context) : {}}
          context={context}
          mayEdit={mayEdit}
          onChange={change}
        />
        {!isNew && <ServiceLog of={{ maintenanceId: maintenance.id }} />}
        <AttributesGroup
          mayEdit={mayEdit}
          drafts={values.attributes}
          onChange={(attributes) => change({ attributes })}
        />
        {question}
      </EntityForm>
    </Panel>
  );
}

function useEditor(maintenance: Maintenance, values: MaintenanceValues, context: AmountContext) {
  const { t } = useTranslation('maintenances');
  const { client } = useServices();
  const { may, isReadonly } = useRights();
  const mayEdit = !isReadonly && may(maintenance.id <= 0 ? 'maintenance.create' : 'maintenance.edit');
  const editor = useEntityEditor({
    saved: maintenance,
    calls: client.maintenance,
    listKey: MAINTENANCES_KEY,
    list: LIST,
    values,
    valuesOf: (saved) => maintenanceValues(saved, context),
    changed: (saved, now) => changedMaintenance(saved, now, context),
    isWrong: (now) => Object.keys(checkMaintenance(now, context)).length > 0,
    mayEdit,
    deletion:
      isReadonly || !may('maintenance.delete')
        ? null
        : {
            label: t('maintenances:delete.start'),
            title: t('maintenances:delete.title', { name: maintenance.name }),
            text: t('maintenances:delete.text'),
          },
  });
  return { ...editor, mayEdit };
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
