import { Button, NativeSelect, TextInput } from '@mantine/core';
import { DEVICE_CATEGORIES, FIELD_LIMITS, qrCodeText, type AutolinkOffer, type Device } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useGroupNames } from '../../kernel/queries/use-group-names.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './autolink.module.css';

export interface OfferProps {
  readonly code: string;
  readonly onTaken: (device: Device) => void;
  readonly onOther: () => void;
}

/** The tracker behind a code, and the name that the vehicle will get. */
export function Offer(props: OfferProps) {
  const { code, onOther } = props;
  const { t } = useTranslation('autolink');
  const { extension } = useServices();
  const failureText = useFailureText();
  const { data, error } = useQuery<AutolinkOffer>({
    queryKey: ['autolink', code],
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => valueOf(await extension.stock.offer(code, signal)),
  });
  return (
    <section className={styles.card} aria-label={t('autolink:found')}>
      <p className={styles.code}>{qrCodeText(code)}</p>
      {data === undefined ? (
        <p role={error === null ? 'status' : 'alert'} className={styles.told}>
          {error === null ? t('autolink:looking') : failureText(failureIn(error))}
        </p>
      ) : (
        <>
          <OfferDetails offer={data} />
          <TakeForm {...props} />
        </>
      )}
      <Button variant="subtle" onClick={onOther}>
        {t('autolink:other')}
      </Button>
    </section>
  );
}

function OfferDetails({ offer: { model, lastUpdate, until } }: { readonly offer: AutolinkOffer }) {
  const { t } = useTranslation('autolink');
  const format = useFormat();
  const at = (instant: string): string => format.dateTime(Date.parse(instant));
  return (
    <dl className={styles.facts}>
      <dt>{t('autolink:model')}</dt>
      <dd>{model === '' ? t('autolink:unknownModel') : model}</dd>
      <dt>{t('autolink:lastContact')}</dt>
      <dd>{lastUpdate === null ? t('autolink:never') : at(lastUpdate)}</dd>
      <dt>{t('autolink:until')}</dt>
      <dd>{at(until)}</dd>
    </dl>
  );
}

const NOTHING = { name: '', plate: '', category: '', groupId: 0 };

function TakeForm({ code, onTaken }: OfferProps) {
  const { t } = useTranslation('autolink');
  const { extension } = useServices();
  const failureText = useFailureText();
  const [values, setValues] = useState(NOTHING);
  const [isChecked, setChecked] = useState(false);
  const change = (part: Partial<typeof NOTHING>): void => setValues((old) => ({ ...old, ...part }));
  const isNameless = values.name.trim() === '';
  const { run, busy, failure } = useWrite(
    (wanted: typeof NOTHING, signal) => extension.stock.take({ ...wanted, code }, signal),
    { touches: ['devices'], goesOn: true },
  );
  const take = async (): Promise<void> => {
    setChecked(true);
    if (isNameless) return;
    const answer = await run(values);
    if (answer?.ok === true) onTaken(answer.value);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <Fields values={values} isNameless={isChecked && isNameless} onChange={change} />
      {failure !== null && (
        <p role="alert" className={styles.told}>
          {failureText(failure)}
        </p>
      )}
      <Button type="submit" size="md" loading={busy}>
        {t('autolink:take')}
      </Button>
    </form>
  );
}

interface FieldsProps {
  readonly values: typeof NOTHING;
  readonly isNameless: boolean;
  readonly onChange: (part: Partial<typeof NOTHING>) => void;
}
function Fields({ values, isNameless, onChange }: FieldsProps) {
  const { t } = useTranslation(['autolink', 'devices']);
  const groups = useGroupNames();
  return (
    <>
      <TextInput
        label={t('autolink:name')}
        value={values.name}
        maxLength={FIELD_LIMITS.vehicle.name}
        error={isNameless ? t('autolink:nameMissing') : null}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        label={t('autolink:plate')}
        value={values.plate}
        maxLength={FIELD_LIMITS.vehicle.plate}
        autoCapitalize="characters"
        onChange={({ currentTarget }) => onChange({ plate: currentTarget.value })}
      />
      <NativeSelect
        label={t('autolink:category')}
        value={values.category}
        data={[
          { value: '', label: t('autolink:categoryAsIs') },
          ...DEVICE_CATEGORIES.map((name) => ({ value: name, label: t(`devices:category.${name}`) })),
        ]}
        onChange={({ currentTarget }) => onChange({ category: currentTarget.value })}
      />
      {groups.size > 0 && (
        <NativeSelect
          label={t('autolink:group')}
          value={String(values.groupId)}
          data={[
            { value: '0', label: t('autolink:noGroup') },
            ...Array.from(groups, ([id, name]) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => onChange({ groupId: Number(currentTarget.value) })}
        />
      )}
    </>
  );
}
