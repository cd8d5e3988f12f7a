import { Button, TextInput } from '@mantine/core';
import { KNOWN_ATTRIBUTES, timeZoneNames, type Device } from '@rastro/fleet';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleetList } from '../../../kernel/fleet/fleet-context.tsx';
import { AttributesField } from '../../../ui/attributes-field.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { doubtAbout } from '../fields/check-field.ts';
import { fieldsOf, SECTIONS, type DeviceField, type Section } from '../fields/device-fields.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { useFieldContext } from '../fields/use-field-context.ts';
import { useDeviceRights } from '../rights/use-device-rights.ts';
import { useDeviceSlot } from '../rights/use-device-slot.ts';
import { MoveButton } from '../../../kernel/accounts/move-button.tsx';
import { DeleteDevice } from './delete-device.tsx';
import frame from '../../../ui/form.module.css';
import styles from './device-form.module.css';
import { DriverField } from './driver-field.tsx';
import { PictureField } from './picture-field.tsx';
import type { Saved } from './save-device.ts';
import { useDeviceEditor, type DeviceEditor } from './use-device-editor.ts';

export interface DeviceFormProps {
  /** The device when the form opened; id 0 = not created yet. */
  readonly device: Device;
  readonly onSaved: (saved: Saved) => void;
  readonly onDeleted: () => void;
}

/** Every field of a device (docs/reference/requirements.md SPEC §3). Input stays when the server rejects it. */
export function DeviceForm({ device: opened, onSaved, onDeleted }: DeviceFormProps) {
  const { t } = useTranslation(['deviceform', 'devices', 'attributes', 'common']);
  const slot = useDeviceSlot();
  const form = useRef<HTMLFormElement>(null);
  const editor = useDeviceEditor(opened, {
    onSaved,
    onProblem: () => {
      // After the marks are drawn.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    },
  });
  const { device, isNew, mayWrite, isFull } = editor;
  return (
    <form
      ref={form}
      className={frame.form}
      onSubmit={(event) => {
        event.preventDefault();
        void editor.save();
      }}
      noValidate
    >
      <div className={styles.fields}>
        {!mayWrite && <p className={frame.notice}>{t('deviceform:readonly')}</p>}
        {mayWrite && isFull && slot !== null && (
          <p className={frame.notice} role="alert">
            {t(`devices:add.${slot.by}`, { limit: slot.limit })}
          </p>
        )}
        {SECTIONS.map((section) => (
          <SectionFields key={section} section={section} editor={editor} />
        ))}
        <fieldset className={styles.group} disabled={!mayWrite}>
          <legend className={styles.legend}>{t('common:attributes.title')}</legend>
          <AttributesField known={KNOWN_ATTRIBUTES.device} drafts={editor.own} onChange={editor.putOwn} />
        </fieldset>
        {!isNew && <Partings {...{ device, onDeleted }} release={editor.release} />}
      </div>
      <footer className={frame.footer}>
        <div className={frame.outcome} role="alert">
          <Outcome editor={editor} />
        </div>
        <Button type="submit" disabled={!mayWrite || isFull} loading={editor.busy}>
          {t('deviceform:save')}
        </Button>
      </footer>
      {editor.question}
    </form>
  );
}

/** Errors, and the parts that were saved anyway. */
function Outcome({ editor }: { editor: DeviceEditor }) {
  const { t } = useTranslation('deviceform');
  const failureText = useFailureText();
  const { failure, rejected, problems, partly, isChecked, odometer } = editor;
  const hasProblems = Object.keys(problems).length > 0 || (isChecked && odometer.problem !== null);
  const partText = ({ part, failure: why }: Saved['failures'][number]): string =>
    t(`deviceform:part.${part}`, { reason: failureText(why) });
  return (
    <>
      {failure !== null && rejected === null && failureText(failure)}
      {hasProblems && failure === null && t('deviceform:problems')}
      {partly.length > 0 && t('deviceform:partly', { what: partly.map(partText).join('; ') })}
    </>
  );
}

interface SectionProps {
  readonly section: Section;
  readonly editor: DeviceEditor;
}

function SectionFields({ section, editor }: SectionProps) {
  const { t } = useTranslation('deviceform');
  const rights = useDeviceRights();
  const { mayWrite } = editor;
  const fields = fieldsOf(section).filter(
    (field) => field.requiredRight !== 'administrator' || rights.mayWrite(field),
  );
  const isLocked = section === 'install' && mayWrite && !fields.some(rights.mayWrite);
  return (
    <fieldset className={styles.group} disabled={!mayWrite}>
      <legend className={styles.legend}>{t(`deviceform:section.${section}`)}</legend>
      {isLocked && <p className={styles.hint}>{t('deviceform:hint.billing')}</p>}
      {fields.map((field) => (
        <Field key={field.name} field={field} editor={editor} />
      ))}
      {EXTRAS[section]?.(editor)}
    </fieldset>
  );
}

/** Fields at the end of a section that are stored apart from the device itself. */
const EXTRAS: Partial<Record<Section, (editor: DeviceEditor) => ReactNode>> = {
  look: ({ device, picture, mayWrite, choosePicture }) => (
    <PictureField device={device} change={picture} disabled={!mayWrite} onChange={choosePicture} />
  ),
  fuel: (editor) => <OdometerField editor={editor} />,
  links: ({ device, driver, mayWrite, chooseDriver }) => (
    <DriverField deviceId={device.id} value={driver} disabled={!mayWrite} onChange={chooseDriver} />
  ),
};

function OdometerField({ editor: { odometer, mayWrite, isChecked } }: { editor: DeviceEditor }) {
  const { t } = useTranslation('deviceform');
  return (
    <TextInput
      label={t('deviceform:odometer.label', { unit: t(`deviceform:unit.${odometer.unit}`) })}
      description={odometer.isKnown ? null : t('deviceform:odometer.none')}
      inputMode="decimal"
      autoComplete="off"
      disabled={!mayWrite || !odometer.isKnown}
      value={odometer.text}
      error={isChecked && odometer.problem !== null ? t(`deviceform:problem.${odometer.problem}`) : null}
      onChange={(event) => odometer.type(event.currentTarget.value)}
    />
  );
}

function Field({ field, editor }: { field: DeviceField; editor: DeviceEditor }) {
  const { t } = useTranslation('deviceform');
  const { brand } = useFieldContext();
  const rights = useDeviceRights();
  const suggestions = useSuggestions();
  const { name } = field;
  const { values, problems, rejected, mayWrite } = editor;
  const problem = rejected?.name === name ? rejected.problem : problems[name];
  const warning = doubtAbout(name, values);
  return (
    <FieldInput
      field={field}
      value={values[name]}
      problem={problem === undefined ? null : t(`deviceform:problem.${problem}`)}
      warning={warning === null ? null : t(`deviceform:warning.${warning}`)}
      disabled={!mayWrite || !rights.mayWrite(field)}
      suggestions={suggestions[name] ?? []}
      colors={{ [`${brand}.color`]: values.color, [`${brand}.color_extra`]: values.colorExtra }}
      onChange={(value) => editor.put(name, value)}
    />
  );
}

const ZONES = timeZoneNames();

/** Values that the fleet already has in a field, so that they are spelled the same way. */
function useSuggestions(): Partial<Record<DeviceField['name'], readonly string[]>> {
  const { facets } = useFleetList();
  const { gpsBrands: gpsBrand, gpsModels: gpsModel, technologies: technology } = facets;
  return { gpsBrand, gpsModel, technology, decoderZone: ZONES };
}

interface PartingsProps extends Pick<DeviceFormProps, 'onDeleted'> {
  readonly device: Device;
  /** Drops the question about unsaved changes. */
  readonly release: () => void;
}

/** Ways to give the vehicle away or delete it. */
function Partings({ device, release, onDeleted }: PartingsProps) {
  const { mayDelete } = useDeviceRights();
  const leave = (): void => {
    release();
    onDeleted();
  };
  return (
    <>
      <MoveButton
        of={{ kind: 'device', id: device.id, name: device.name }}
        touches={['devices']}
        onMoved={leave}
      />
      {mayDelete && <DeleteDevice device={device} onDeleted={leave} />}
    </>
  );
}
