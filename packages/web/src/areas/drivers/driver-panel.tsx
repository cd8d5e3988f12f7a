import { SubjectData } from '../../kernel/accounts/subject-data.tsx';
import { matchLanguage, type Driver } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEntityEditor } from '../../kernel/screens/use-entity-editor.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { AttributesGroup } from '../../ui/attributes-group.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import styles from '../../ui/form.module.css';
import { Panel } from '../../ui/panel.tsx';
import { CheckInsLink } from './check-ins-link.tsx';
import { DriverFields } from './driver-fields.tsx';
import {
  changedDriver,
  checkDriver,
  driverValues,
  rejectedField,
  type DriverContext,
  type DriverValues,
} from './driver-values.ts';
import { MonthCard } from './month-card.tsx';
import { QrAccessCard } from './qr-access-card.tsx';
import { DRIVERS_KEY, useDrivers } from './use-drivers.ts';
import { AccessLogLink } from './access-log-link.tsx';

const LIST = '/drivers';
const NEW: Driver = { id: 0, name: '', uniqueId: '', attributes: {} };

/** One driver: identity, license and links. */
export function DriverPanel() {
  const { t } = useTranslation('drivers');
  const { driverId } = useParams();
  return (
    <EntityScreen
      id={driverId}
      query={useDrivers()}
      blank={NEW}
      title={t('drivers:one')}
      back={LIST}
      gone={t('drivers:gone')}
    >
      {(driver) => <DriverEditor driver={driver} />}
    </EntityScreen>
  );
}

/** As the form opened: numbers that are typed keep their decimal sign when the language changes meanwhile. */
function useDriverContext(): DriverContext {
  const { brand } = useSignedIn().branding;
  const { i18n } = useTranslation();
  const [language] = useState(() => matchLanguage(i18n.language) ?? 'en');
  return { brand, language };
}

function DriverEditor({ driver }: { readonly driver: Driver }) {
  const { t } = useTranslation(['drivers', 'common']);
  const context = useDriverContext();
  const [values, setValues] = useState(() => driverValues(driver, context));
  const { mayEdit, form, question, isChecked, rejected, forget } = useDriverEditor(driver, values, context);
  const change = (part: Partial<DriverValues>): void => {
    forget();
    setValues((old) => ({ ...old, ...part }));
  };
  const isNew = driver.id <= 0;
  const { may, isReadonly } = useRights();
  return (
    <Panel
      title={isNew ? t('drivers:newTitle') : driver.name}
      actions={!isNew && <DriverLinks driverId={driver.id} />}
      back={LIST}
      tall
    >
      <EntityForm {...form}>
        {!isNew && (
          <div className={styles.group}>
            <span>
              <LinksButton subject={{ kind: 'driver', id: driver.id, name: driver.name }} />
            </span>
          </div>
        )}
        {!isNew && may('reports.view') && <MonthCard driver={driver} />}
        <DriverFields
          values={values}
          problems={{
            ...(isChecked && checkDriver(driver, values, context)),
            ...rejectedField(rejected, context),
          }}
          context={context}
          mayEdit={mayEdit}
          onChange={change}
        />
        {!isNew && <QrAccessCard driver={driver} />}
        <AttributesGroup
          mayEdit={mayEdit}
          drafts={values.attributes}
          onChange={(attributes) => change({ attributes })}
        />
        {!isNew && (
          <SubjectData
            of={{ kind: 'driver', id: driver.id }}
            mayTake={mayEdit}
            mayErase={!isReadonly && may('drivers.delete')}
            list={{ path: LIST, key: DRIVERS_KEY }}
          />
        )}
        {question}
      </EntityForm>
    </Panel>
  );
}

/** Links to other screens about the driver. */
const DriverLinks = ({ driverId }: { readonly driverId: number }) => (
  <>
    <CheckInsLink driverId={driverId} />
    <AccessLogLink driverId={driverId} />
  </>
);

function useDriverEditor(driver: Driver, values: DriverValues, context: DriverContext) {
  const { t } = useTranslation('drivers');
  const { client } = useServices();
  const { may, isReadonly } = useRights();
  const mayEdit = !isReadonly && may(driver.id <= 0 ? 'drivers.create' : 'drivers.edit');
  const editor = useEntityEditor({
    saved: driver,
    calls: client.drivers,
    listKey: DRIVERS_KEY,
    list: LIST,
    values,
    valuesOf: (saved) => driverValues(saved, context),
    changed: (saved, now) => changedDriver(saved, now, context),
    isWrong: (now) => Object.keys(checkDriver(driver, now, context)).length > 0,
    mayEdit,
    deletion:
      isReadonly || !may('drivers.delete')
        ? null
        : {
            label: t('drivers:delete.start'),
            title: t('drivers:delete.title', { name: driver.name }),
            text: t('drivers:delete.text'),
          },
  });
  return { ...editor, mayEdit };
}
