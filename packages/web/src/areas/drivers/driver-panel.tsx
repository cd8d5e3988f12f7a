import { DRIVER_ATTRIBUTES, fitsAttribute, matchLanguage, type Driver } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { SubjectData } from '../../kernel/accounts/subject-data.tsx';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EditorPanel } from '../../kernel/screens/editor-panel.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEditorTexts } from '../../kernel/screens/manager-texts.ts';
import { useEntityForm, type EntityFormState } from '../../kernel/screens/use-entity-form.ts';
import { useEntityRights } from '../../kernel/screens/use-entity-rights.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { AttributesGroup } from '../../ui/attributes-group.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import styles from '../../ui/form.module.css';
import { AccessLogLink } from './access-log-link.tsx';
import { CheckInsLink } from './check-ins-link.tsx';
import { DRIVER_GROUPS, useDriverFields } from './driver-fields.ts';
import { changedDriver, driverValues, type DriverContext, type DriverValues } from './driver-values.ts';
import { LicenceChip } from './licence-chip.tsx';
import { licenceOf } from './licence.ts';
import { MonthCard } from './month-card.tsx';
import { QrAccessCard } from './qr-access-card.tsx';
import { ScoresLink } from './scores-link.tsx';
import { useCivilDay } from './use-civil-day.ts';
import { DRIVERS_KEY, useDrivers } from './use-drivers.ts';

const LIST = '/drivers';
const NEW: Driver = { id: 0, name: '', uniqueId: '', attributes: {} };

/** One driver: identity, license and links. */
export function DriverPanel() {
  const { driverId } = useParams();
  // Somebody whom records name is registered under the same identifier.
  const [search] = useSearchParams();
  return (
    <EntityScreen
      id={driverId}
      query={useDrivers()}
      blank={{ ...NEW, uniqueId: search.get('uniqueId') ?? '' }}
      texts={useEditorTexts('drivers:')}
      back={LIST}
    >
      {(driver) => <DriverEditor driver={driver} />}
    </EntityScreen>
  );
}

/** Values when the form opened: typed numbers keep their decimal sign when the language changes meanwhile. */
function useDriverContext(): DriverContext {
  const { brand } = useSignedIn().branding;
  const { i18n } = useTranslation();
  const [language] = useState(() => matchLanguage(i18n.language) ?? 'en');
  return { brand, language };
}

function DriverEditor({ driver }: { readonly driver: Driver }) {
  const { t } = useTranslation(['drivers', 'common']);
  const { client } = useServices();
  const context = useDriverContext();
  const { may } = useRights();
  const { id, name } = driver;
  const rights = useEntityRights('drivers', id);
  const form = useEntityForm<Driver, DriverValues>({
    ...rights,
    saved: driver,
    callsOf: () => client.drivers,
    listKey: DRIVERS_KEY,
    list: LIST,
    valuesOf: (saved) => driverValues(saved, context),
    changed: (saved, now) => changedDriver(saved, now, context),
    fields: useDriverFields(driver, context),
    deletion: useEditorTexts('drivers:', { name }).deletion,
  });
  const { isNew, mayEdit, values, change } = form;
  return (
    <EditorPanel
      form={form}
      title={isNew ? t('drivers:newTitle') : name}
      actions={!isNew && <DriverLinks driverId={id} />}
    >
      {!isNew && (
        <div className={styles.group}>
          <span>
            <LinksButton subject={{ kind: 'driver', id, name }} />
          </span>
        </div>
      )}
      {!isNew && may('reports.view') && <MonthCard driver={driver} />}
      <DriverFields form={form} />
      {!isNew && <QrAccessCard driver={driver} />}
      <AttributesGroup
        mayEdit={mayEdit}
        drafts={values.attributes}
        onChange={(attributes) => change({ attributes })}
      />
      {!isNew && (
        <SubjectData
          of={{ kind: 'driver', id }}
          mayTake={mayEdit}
          mayErase={rights.mayDelete}
          list={{ path: LIST, key: DRIVERS_KEY }}
        />
      )}
    </EditorPanel>
  );
}

function DriverFields({ form }: { readonly form: EntityFormState<DriverValues> }) {
  const { t } = useTranslation('drivers');
  return (
    <>
      <FieldGroup form={form} legend={t('drivers:group.identity')} names={DRIVER_GROUPS.identity} />
      <FieldGroup
        form={form}
        legend={t('drivers:group.licence')}
        lead={<LicenceState validity={form.values.validity} />}
        names={DRIVER_GROUPS.licence}
      />
      <FieldGroup form={form} legend={t('drivers:group.costs')} names={DRIVER_GROUPS.costs} />
      <FieldGroup
        form={form}
        legend={t('drivers:group.checkIn')}
        lead={<p className={styles.notice}>{t('drivers:checkInHint')}</p>}
        names={DRIVER_GROUPS.checkIn}
      />
    </>
  );
}

/** State of the license for the date being typed. */
function LicenceState({ validity }: { readonly validity: string }) {
  const today = useCivilDay();
  const isDay = fitsAttribute(DRIVER_ATTRIBUTES.validity, validity);
  return (
    <span>
      <LicenceChip licence={licenceOf(isDay ? validity : null, today)} />
    </span>
  );
}

/** Links to other screens about the driver. */
const DriverLinks = ({ driverId }: { readonly driverId: number }) => (
  <>
    <ScoresLink driverId={driverId} />
    <CheckInsLink driverId={driverId} />
    <AccessLogLink driverId={driverId} />
  </>
);
