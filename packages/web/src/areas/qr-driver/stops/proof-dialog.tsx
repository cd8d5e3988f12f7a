import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { FIELD_LIMITS } from '@rastro/fleet';
import {
  FAILURE_REASONS,
  MAX_PROOF_CODE,
  MAX_PROOF_NAME,
  MAX_PROOF_PICTURES,
  type DriverStep,
  type FailureReason,
} from '@rastro/fleet/orders';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoField, type Photo } from '../../../kernel/pictures/photo-field.tsx';
import { SignaturePad } from '../../../kernel/pictures/signature-pad.tsx';
import { newUuid } from '../../../kernel/uuid.ts';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../../ui/dialog/modal.tsx';
import { type ShownStop } from './stop-state.ts';
import type { NewPicture, StepQueue } from './use-step-queue.ts';

/** Steps that a driver proves, or gives a reason for. */
export type ProvenStep = 'done' | 'fail';
/** One of the pictures of a step may be its signature. */
const MAX_PHOTOS = MAX_PROOF_PICTURES - 1;
interface ProofDialogProps {
  readonly stop: ShownStop;
  readonly kind: ProvenStep;
  readonly queue: StepQueue;
  readonly onClose: () => void;
}
interface Values {
  readonly reason: FailureReason | '';
  readonly name: string;
  readonly code: string;
  readonly note: string;
}

/** Ends a stop: with a proof, or with the reason why it could not be done. */
export function ProofDialog({ stop, kind, queue, onClose }: ProofDialogProps) {
  const { t } = useTranslation(['qrdriver', 'orders']);
  const [values, setValues] = useState<Values>({ reason: '', name: '', code: '', note: '' });
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [signature, setSignature] = useState<Blob | null>(null);
  const [problem, setProblem] = useState<'reason' | 'code' | 'space' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const set = (more: Partial<Values>): void => setValues((before) => ({ ...before, ...more }));
  const save = async (): Promise<void> => {
    const missing = missingIn({ stop, kind, values });
    if (missing !== null) return setProblem(missing);
    setBusy(true);
    const pictures = picturesOf(photos, signature);
    try {
      await queue.add(stepOf({ stop, kind, values, pictures }), stop.customer, pictures);
      onClose();
    } catch {
      setProblem('space');
      setBusy(false);
    }
  };
  return (
    <Modal title={t(`qrdriver:proof.title.${kind}`)} lead={stop.customer} isQuestion onClose={onClose}>
      <DialogForm
        submit={t(`qrdriver:proof.save.${kind}`)}
        busy={isBusy}
        onSubmit={() => void save()}
        onCancel={onClose}
      >
        {kind === 'fail' && (
          <ReasonField
            reason={values.reason}
            isMissing={problem === 'reason' && values.reason === ''}
            onChange={(reason) => set({ reason })}
          />
        )}
        <PhotoField photos={photos} max={MAX_PHOTOS} onChange={setPhotos} />
        {kind === 'done' && (
          <>
            <RecipientFields stop={stop} values={values} isTried={problem === 'code'} onChange={set} />
            <SignaturePad onChange={setSignature} />
          </>
        )}
        <Textarea
          label={t('qrdriver:proof.note')}
          size="md"
          rows={2}
          maxLength={FIELD_LIMITS.order.note}
          value={values.note}
          onChange={({ currentTarget }) => set({ note: currentTarget.value })}
        />
        <DialogFailure text={problem === 'space' ? t('qrdriver:stops.notStored') : null} />
      </DialogForm>
    </Modal>
  );
}

const picturesOf = (photos: readonly Photo[], signature: Blob | null): readonly NewPicture[] => [
  ...photos.map(({ id, blob }) => ({ id, use: 'photo' as const, blob })),
  ...(signature === null ? [] : [{ id: newUuid(), use: 'signature' as const, blob: signature }]),
];

function missingIn({ stop, kind, values }: Omit<Proven, 'pictures'>): 'reason' | 'code' | null {
  if (kind === 'fail') return values.reason === '' ? 'reason' : null;
  return stop.needsCode && values.code.trim() === '' ? 'code' : null;
}

interface ReasonFieldProps {
  readonly reason: Values['reason'];
  readonly isMissing: boolean;
  readonly onChange: (reason: Values['reason']) => void;
}
function ReasonField({ reason, isMissing, onChange }: ReasonFieldProps) {
  const { t } = useTranslation(['qrdriver', 'orders']);
  return (
    <NativeSelect
      label={t('qrdriver:proof.reason')}
      size="md"
      value={reason}
      error={isMissing ? t('orders:step.reasonMissing') : null}
      data={[
        { value: '', label: t('orders:step.chooseReason') },
        ...FAILURE_REASONS.map((value) => ({ value, label: t(`orders:reason.${value}`) })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChange(FAILURE_REASONS.find((each) => each === value) ?? '')
      }
    />
  );
}

interface RecipientFieldsProps {
  readonly values: Values;
  readonly stop: ShownStop;
  /** It was to be saved without the code. */
  readonly isTried: boolean;
  readonly onChange: (more: Partial<Values>) => void;
}
function RecipientFields({ stop: { needsCode }, values, isTried, onChange }: RecipientFieldsProps) {
  const { t } = useTranslation('qrdriver');
  return (
    <>
      <TextInput
        label={t('qrdriver:proof.name')}
        description={t('qrdriver:proof.nameHint')}
        size="md"
        maxLength={MAX_PROOF_NAME}
        value={values.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        label={t('qrdriver:proof.code')}
        description={needsCode ? t('qrdriver:proof.codeNeeded') : null}
        error={isTried && values.code.trim() === '' ? t('qrdriver:proof.codeMissing') : null}
        size="md"
        maxLength={MAX_PROOF_CODE}
        inputMode="numeric"
        autoComplete="off"
        value={values.code}
        onChange={({ currentTarget }) => onChange({ code: currentTarget.value })}
      />
    </>
  );
}

interface Proven extends Pick<ProofDialogProps, 'stop' | 'kind'> {
  readonly values: Values;
  readonly pictures: readonly NewPicture[];
}
const stepOf = ({ stop, kind, values, pictures }: Proven): DriverStep => ({
  id: newUuid(),
  orderId: stop.orderId,
  kind,
  at: new Date().toISOString(),
  reason: kind === 'fail' && values.reason !== '' ? values.reason : null,
  name: values.name.trim(),
  code: values.code.trim(),
  note: values.note.trim(),
  pictures: pictures.map(({ id, use }) => ({ id, use })),
});
