import { Button } from '@mantine/core';
import { DEVICE_CATEGORIES, FIELD_LIMITS, qrCodeText, type AutolinkOffer, type Device } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useGroupNames } from '../../kernel/queries/use-group-names.ts';
import { Fields } from '../../ui/fields/field-group.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
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

function useTakeForm({ code, onTaken }: OfferProps) {
  const { t } = useTranslation(['autolink', 'devices']);
  const { extension } = useServices();
  const groups = useGroupNames();
  return useSendForm({
    initial: { name: '', plate: '', category: '', groupId: 0 },
    fields: ({ name }) => ({
      name: {
        kind: 'text',
        label: t('autolink:name'),
        maxLength: FIELD_LIMITS.vehicle.name,
        problem: name.trim() === '' && t('autolink:nameMissing'),
      },
      plate: {
        kind: 'text',
        label: t('autolink:plate'),
        maxLength: FIELD_LIMITS.vehicle.plate,
        input: { autoCapitalize: 'characters' },
      },
      category: {
        kind: 'select',
        label: t('autolink:category'),
        options: [
          { value: '', label: t('autolink:categoryAsIs') },
          ...DEVICE_CATEGORIES.map((value) => ({ value, label: t(`devices:category.${value}`) })),
        ],
      },
      groupId: {
        kind: 'select',
        label: t('autolink:group'),
        isHidden: groups.size === 0,
        options: [
          { value: 0, label: t('autolink:noGroup') },
          ...Array.from(groups, ([value, label]) => ({ value, label })),
        ],
      },
    }),
    write: (wanted, signal) => extension.stock.take({ ...wanted, code }, signal),
    touches: ['devices'],
    goesOn: true,
    onDone: onTaken,
  });
}

function TakeForm(props: OfferProps) {
  const { t } = useTranslation('autolink');
  const failureText = useFailureText();
  const form = useTakeForm(props);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
    >
      <Fields form={form} />
      {form.failure !== null && (
        <p role="alert" className={styles.told}>
          {failureText(form.failure)}
        </p>
      )}
      <Button type="submit" size="md" loading={form.busy}>
        {t('autolink:take')}
      </Button>
    </form>
  );
}
