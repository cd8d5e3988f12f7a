import type { Device } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { useRef, useState, type ReactNode } from 'react';
import { useWrite } from '../../../kernel/queries/use-write.ts';
import { useServices } from '../../../kernel/services.tsx';
import type { AttributeDraft } from '../../../ui/attributes-field.tsx';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.tsx';
import { checkDevice, type Problems } from '../fields/check-field.ts';
import type { FieldName } from '../fields/device-fields.ts';
import { deviceValues, withValues, type DeviceValues, type FieldContext } from '../fields/field-text.ts';
import { useFieldContext } from '../fields/use-field-context.ts';
import { useDeviceRights } from '../rights/use-device-rights.ts';
import { useDeviceSlot } from '../rights/use-device-slot.ts';
import { useLinkedDriver } from './driver-field.tsx';
import { ownAttributes, withOwnAttributes } from './own-attributes.ts';
import { rejectedField, type RejectedField } from './rejected-field.ts';
import { saveDevice, type DeviceChange, type PictureChange, type Saved } from './save-device.ts';
import { useOdometer, type Odometer } from './use-odometer.ts';

const KEEP: PictureChange = { kind: 'keep' };

export interface DeviceEditor {
  /** The device as the server has it; id 0 = not created yet. */
  readonly device: Device;
  readonly isNew: boolean;
  readonly mayWrite: boolean;
  /** The number of devices is used up. */
  readonly isFull: boolean;
  readonly values: DeviceValues;
  readonly put: (name: FieldName, value: string) => void;
  readonly problems: Problems;
  /** Attributes that no field knows. */
  readonly own: readonly AttributeDraft[];
  readonly putOwn: (own: readonly AttributeDraft[]) => void;
  /** The field that the server rejected. */
  readonly rejected: RejectedField | null;
  readonly odometer: Odometer;
  readonly isChecked: boolean;
  readonly driver: number;
  readonly chooseDriver: (id: number) => void;
  readonly picture: PictureChange;
  readonly choosePicture: (change: PictureChange) => void;
  readonly busy: boolean;
  readonly failure: ApiFailure | null;
  /** Parts that were not saved with the device itself. */
  readonly partly: Saved['failures'];
  readonly save: () => Promise<void>;
  /** Asked when unsaved input is left. */
  readonly question: ReactNode;
  readonly release: () => void;
}

/** State of the device form: input stays when the server rejects all or a part of it. */
export function useDeviceEditor(
  opened: Device,
  { onSaved, onProblem }: { readonly onSaved: (saved: Saved) => void; readonly onProblem: () => void },
): DeviceEditor {
  const context = useFieldContext();
  const rights = useDeviceRights();
  const slot = useDeviceSlot();
  const fields = useFields(opened);
  const { device, values, odometer, picture, linkedDriver, chosenDriver } = fields;
  const [isChecked, setChecked] = useState(false);
  const isNew = device.id <= 0;
  const mayWrite = isNew ? rights.mayCreate : rights.mayEdit;
  const isFull = isNew && slot !== null;
  const guard = useUnsavedGuard(fields.isDirty && mayWrite);
  const { busy, failure, partly, rejected, setRejected, forget, write } = useDeviceWrite({
    onProblem,
    onSaved: (saved) => {
      if (saved.failures.length > 0) fields.restart(saved.device);
      else guard.release();
      onSaved(saved);
    },
  });
  const save = async (): Promise<void> => {
    setChecked(true);
    forget();
    if (!mayWrite || isFull || busy) return;
    const isWrong = Object.keys(checkDevice(values, context)).length > 0;
    if (isWrong || odometer.problem !== null) onProblem();
    else await write(changeOf(fields, context));
  };
  return {
    device,
    isNew,
    mayWrite,
    isFull,
    values,
    put: (name, value) => {
      fields.setValues((old) => ({ ...old, [name]: value }));
      if (rejected?.name === name) setRejected(null);
    },
    problems: isChecked ? checkDevice(values, context) : {},
    rejected,
    odometer,
    isChecked,
    driver: chosenDriver ?? linkedDriver,
    chooseDriver: fields.chooseDriver,
    picture,
    choosePicture: fields.choosePicture,
    own: fields.own,
    putOwn: fields.setOwn,
    busy,
    failure,
    partly,
    save,
    question: guard.question,
    release: guard.release,
  };
}

interface DeviceWriteEnds {
  readonly onSaved: (saved: Saved) => void;
  readonly onProblem: () => void;
}

/** Writes the device, and returns the rejected field. */
function useDeviceWrite({ onSaved, onProblem }: DeviceWriteEnds) {
  const { client } = useServices();
  const [rejected, setRejected] = useState<RejectedField | null>(null);
  const [partly, setPartly] = useState<Saved['failures']>([]);
  // Device, odometer, driver and picture: what was begun is finished.
  const reported = useRef<Device | null>(null);
  const saving = useWrite((change: DeviceChange, signal) => saveDevice(client, change, reported, signal), {
    goesOn: true,
  });
  const write = async (change: DeviceChange): Promise<void> => {
    const answer = await saving.run(change);
    if (answer === null) return;
    if (answer.ok) {
      setPartly(answer.value.failures);
      onSaved(answer.value);
      return;
    }
    const field = rejectedField(answer.error);
    setRejected(field);
    if (field !== null) onProblem();
  };
  const forget = (): void => {
    saving.forget();
    setRejected(null);
    setPartly([]);
  };
  return { busy: saving.busy, failure: saving.failure, partly, rejected, setRejected, forget, write };
}

/** The changes in the fields that have to be written. */
function changeOf(
  {
    device,
    values,
    own,
    isOwnChanged,
    odometer,
    picture,
    linkedDriver,
    chosenDriver,
    isDriverChanged,
  }: Fields,
  context: FieldContext,
): DeviceChange {
  const typed = withValues(device, values, context);
  return {
    // Untouched fields keep their exact value.
    base: device,
    device: isOwnChanged ? withOwnAttributes(typed, own, context.brand) : typed,
    odometerM: odometer.isChanged ? odometer.metres : null,
    driver: isDriverChanged && chosenDriver !== null ? { from: linkedDriver, to: chosenDriver } : null,
    picture,
  };
}

type Fields = ReturnType<typeof useFields>;

/** Current and initial values of the fields. */
function useFields(opened: Device) {
  const context = useFieldContext();
  // What the server has: after a part of it failed, the rest is saved.
  const [device, setDevice] = useState(opened);
  const [before, setBefore] = useState(() => deviceValues(opened, context));
  const [values, setValues] = useState(before);
  const [ownBefore, setOwnBefore] = useState(() => ownAttributes(opened, context.brand));
  const [own, setOwn] = useState(ownBefore);
  const [picture, choosePicture] = useState<PictureChange>(KEEP);
  const [chosenDriver, chooseDriver] = useState<number | null>(null);
  const odometer = useOdometer(device.id);
  const linkedDriver = useLinkedDriver(device.id);
  const isDriverChanged = chosenDriver !== null && chosenDriver !== linkedDriver;
  const isOwnChanged = own !== ownBefore;
  const isDirty =
    isOwnChanged ||
    JSON.stringify(values) !== JSON.stringify(before) ||
    odometer.isChanged ||
    isDriverChanged ||
    picture.kind !== 'keep';
  const restart = (saved: Device): void => {
    setDevice(saved);
    const ownSaved = ownAttributes(saved, context.brand);
    setOwnBefore(ownSaved);
    setOwn(ownSaved);
    setBefore(deviceValues(saved, context));
    setValues(deviceValues(saved, context));
  };
  return {
    device,
    values,
    setValues,
    own,
    setOwn,
    isOwnChanged,
    picture,
    choosePicture,
    chosenDriver,
    chooseDriver,
    linkedDriver,
    odometer,
    isDriverChanged,
    isDirty,
    restart,
  };
}
