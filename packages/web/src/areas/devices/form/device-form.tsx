import { Button, TextInput } from '@mantine/core';
import { metresFrom, type Device } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { displayChoices } from '../../../kernel/formats/display-choices.ts';
import { useFleetList, useVehicle } from '../../../kernel/fleet/fleet-context.tsx';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { distanceText, readNumber } from '../../../i18n/number-text.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.tsx';
import { checkDevice, doubtAbout, type Problems } from '../fields/check-field.ts';
import { fieldsOf, SECTIONS, type DeviceField, type Section } from '../fields/device-fields.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { deviceValues, withValues } from '../fields/field-text.ts';
import { useFieldContext } from '../fields/use-field-context.ts';
import { useDeviceRights } from '../use-device-rights.ts';
import { useDeviceSlot } from '../use-device-slot.ts';
import { DeleteDevice } from './delete-device.tsx';
import styles from './device-form.module.css';
import { DriverField, useLinkedDriver } from './driver-field.tsx';
import { PictureField } from './picture-field.tsx';
import { refusedField, type RefusedField } from './refused-field.ts';
import { saveDevice, type PictureChange, type Saved } from './save-device.ts';

export interface DeviceFormProps {
  /** As it was when the form opened; id 0 = not yet. */
  readonly device: Device;
  readonly onSaved: (saved: Saved) => void;
  readonly onDeleted: () => void;
}

const KEEP: PictureChange = { kind: 'keep' };

/** Every field of a device (SPEC §3). What is typed stays when the server refuses. */
export function DeviceForm({ device: opened, onSaved, onDeleted }: DeviceFormProps) {
  const { t } = useTranslation(['deviceform', 'devices', 'attributes']);
  const { client } = useServices();
  const context = useFieldContext();
  const rights = useDeviceRights();
  const failureText = useFailureText();
  const slot = useDeviceSlot();
  // What the server has: after a part of it failed, the rest is saved.
  const [device, setDevice] = useState(opened);
  const [before, setBefore] = useState(() => deviceValues(opened, context));
  const [values, setValues] = useState(before);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [refused, setRefused] = useState<RefusedField | null>(null);
  const [partly, setPartly] = useState<Saved['failures']>([]);
  const [picture, setPicture] = useState<PictureChange>(KEEP);
  const [chosenDriver, setChosenDriver] = useState<number | null>(null);
  const odometer = useOdometer(device.id);
  const linkedDriver = useLinkedDriver(device.id);
  const form = useRef<HTMLFormElement>(null);
  const suggestions = useSuggestions();

  const isNew = device.id <= 0;
  const mayWrite = isNew ? rights.mayCreate : rights.mayEdit;
  const isFull = isNew && slot !== null;
  const problems: Problems = checked ? checkDevice(values, context.language) : {};
  const isDriverChanged = chosenDriver !== null && chosenDriver !== linkedDriver;
  const isDirty =
    JSON.stringify(values) !== JSON.stringify(before) ||
    odometer.isChanged ||
    isDriverChanged ||
    picture.kind !== 'keep';
  const guard = useUnsavedGuard(isDirty && mayWrite);
  const showFirstProblem = (): void => {
    // After the marks are drawn.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    setFailure(null);
    setRefused(null);
    setPartly([]);
    if (!mayWrite || isFull || busy) return;
    if (Object.keys(checkDevice(values, context.language)).length > 0 || odometer.problem !== null) {
      showFirstProblem();
      return;
    }
    setBusy(true);
    const answer = await saveDevice(
      client,
      {
        device: withValues(device, values, context),
        odometerM: odometer.isChanged ? odometer.metres : null,
        driver: isDriverChanged ? { from: linkedDriver, to: chosenDriver } : null,
        picture,
      },
      new AbortController().signal,
    );
    setBusy(false);
    if (!answer.ok) {
      const field = refusedField(answer.error);
      setRefused(field);
      setFailure(answer.error);
      if (field !== null) showFirstProblem();
      return;
    }
    const { device: saved, failures } = answer.value;
    if (failures.length > 0) {
      setDevice(saved);
      setBefore(deviceValues(saved, context));
      setValues(deviceValues(saved, context));
      setPartly(failures);
    } else guard.release();
    onSaved(answer.value);
  };

  const input = (field: DeviceField) => {
    const { name } = field;
    const problem = refused?.name === name ? refused.problem : problems[name];
    const warning = doubtAbout(name, values);
    return (
      <FieldInput
        key={name}
        field={field}
        value={values[name]}
        problem={problem === undefined ? null : t(`deviceform:problem.${problem}`)}
        warning={warning === null ? null : t(`deviceform:warning.${warning}`)}
        disabled={!mayWrite || !rights.mayWrite(field)}
        suggestions={suggestions[name] ?? []}
        colors={{
          [`${context.brand}.color`]: values.color,
          [`${context.brand}.color_extra`]: values.colorExtra,
        }}
        onChange={(value) => {
          setValues((old) => ({ ...old, [name]: value }));
          if (refused?.name === name) setRefused(null);
        }}
      />
    );
  };
  const extras: Partial<Record<Section, ReactNode>> = {
    look: <PictureField device={device} change={picture} disabled={!mayWrite} onChange={setPicture} />,
    fuel: (
      <TextInput
        label={t('deviceform:odometer.label', { unit: t(`deviceform:unit.${odometer.unit}`) })}
        description={odometer.isKnown ? null : t('deviceform:odometer.none')}
        inputMode="decimal"
        autoComplete="off"
        disabled={!mayWrite || !odometer.isKnown}
        value={odometer.text}
        error={checked && odometer.problem !== null ? t(`deviceform:problem.${odometer.problem}`) : null}
        onChange={(event) => odometer.type(event.currentTarget.value)}
      />
    ),
    links: (
      <DriverField
        deviceId={device.id}
        value={chosenDriver ?? linkedDriver}
        disabled={!mayWrite}
        onChange={setChosenDriver}
      />
    ),
  };
  const hasProblems = Object.keys(problems).length > 0 || (checked && odometer.problem !== null);
  const partText = ({ part, failure: why }: Saved['failures'][number]): string =>
    t(`deviceform:part.${part}`, { reason: failureText(why) });

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <div className={styles.fields}>
        {!mayWrite && <p className={styles.alert}>{t('deviceform:readonly')}</p>}
        {mayWrite && isFull && (
          <p className={styles.alert} role="alert">
            {t(`devices:add.${slot.by}`, { limit: slot.limit })}
          </p>
        )}
        {SECTIONS.map((section) => {
          const fields = fieldsOf(section).filter(
            ({ needs }) => needs !== 'administrator' || rights.mayWrite({ needs } as DeviceField),
          );
          const isLocked = section === 'install' && mayWrite && !fields.some(rights.mayWrite);
          return (
            <fieldset key={section} className={styles.group} disabled={!mayWrite}>
              <legend className={styles.legend}>{t(`deviceform:section.${section}`)}</legend>
              {isLocked && <p className={styles.hint}>{t('deviceform:hint.billing')}</p>}
              {fields.map(input)}
              {extras[section]}
            </fieldset>
          );
        })}
        {!isNew && rights.mayDelete && (
          <DeleteDevice
            device={device}
            onDeleted={() => {
              guard.release();
              onDeleted();
            }}
          />
        )}
      </div>
      <footer className={styles.footer}>
        <div className={styles.outcome} role="alert">
          {failure !== null && refused === null && failureText(failure)}
          {hasProblems && failure === null && t('deviceform:problems')}
          {partly.length > 0 && t('deviceform:partly', { what: partly.map(partText).join('; ') })}
        </div>
        <Button type="submit" disabled={!mayWrite || isFull} loading={busy}>
          {t('deviceform:save')}
        </Button>
      </footer>
      {guard.question}
    </form>
  );
}

/** The total distance of the newest position: set by hand, it is written there (SPEC §7 accumulators). */
function useOdometer(deviceId: number) {
  const signedIn = useSignedIn();
  const { language } = useFieldContext();
  const unit = displayChoices(signedIn, language).distanceUnit;
  const position = useVehicle(deviceId)?.position ?? null;
  const total = position?.attributes['totalDistance'];
  // It grows while the form is open: what stands in the field is what was there when it was first known.
  const shown = distanceText(typeof total === 'number' ? total : 0, unit, language);
  const [typed, type] = useState<string | null>(null);
  const number = typed === null ? null : readNumber(typed, language);
  return {
    unit,
    type,
    isKnown: position !== null,
    text: typed ?? (position === null ? '' : shown),
    isChanged: typed !== null && typed.trim() !== shown,
    metres: number === null ? null : metresFrom(number, unit),
    problem: typed === null ? null : number === null ? 'notANumber' : number < 0 ? 'negative' : null,
  } as const;
}

/** What the fleet has already in a field, so that it is written one way. */
function useSuggestions(): Partial<Record<DeviceField['name'], readonly string[]>> {
  const { facets } = useFleetList();
  return { gpsBrand: facets.gpsBrands, gpsModel: facets.gpsModels, technology: facets.technologies };
}
