import { Button, NativeSelect, Switch } from '@mantine/core';
import { PAYMENT_ENVIRONMENTS, type Integrations } from '@rastro/fleet';
import { PAYMENT_PROVIDERS, providerTitle } from '@rastro/fleet/billing';
import type { PaymentSettings } from '@rastro/tracking-client';
import { useTranslation } from 'react-i18next';
import { useSettingsEditor } from '../../kernel/screens/use-settings-editor.ts';
import { useServices } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import form from '../../ui/form.module.css';
import { useCopy } from '../../ui/use-copy.ts';
import { paymentValues } from './integration-values.ts';
import styles from './integrations.module.css';
import { SecretField } from './secret-field.tsx';
import { TryButton } from './try-button.tsx';

export interface PartProps {
  readonly integrations: Integrations;
  readonly onWritten: (integrations: Integrations) => void;
}

/** Payment provider and its key. */
export function PaymentForm({ integrations, onWritten }: PartProps) {
  const { t } = useTranslation('integrations');
  const { extension } = useServices();
  const { payment } = integrations;
  const saved = paymentValues(integrations);
  const {
    values,
    change,
    form: frame,
    question,
  } = useSettingsEditor<PaymentSettings, Integrations>({
    initial: saved,
    mayEdit: true,
    success: t('integrations:saved'),
    isWrong: () => false,
    write: ({ after }, signal) => extension.integrations.writePayment(after, signal),
    onSaved: (written) => {
      onWritten(written);
      return paymentValues(written);
    },
  });
  const isService = values.provider !== 'manual';
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  return (
    <EntityForm {...frame}>
      {payment.problem !== '' && (
        <p className={styles.problem} role="alert">
          {t('integrations:payment.problem', { problem: payment.problem })}
        </p>
      )}
      <fieldset className={form.group}>
        <legend className={form.legend}>{t('integrations:part.payment')}</legend>
        <NativeSelect
          label={t('integrations:payment.provider')}
          value={values.provider}
          data={PAYMENT_PROVIDERS.map((value) => ({
            value,
            label: providerTitle(value) || t('integrations:provider.manual'),
          }))}
          onChange={({ currentTarget: { value } }) =>
            change({ provider: PAYMENT_PROVIDERS.find((each) => each === value) ?? 'manual' })
          }
        />
        {!isService && <p className={styles.hint}>{t('integrations:payment.manualHint')}</p>}
        {isService && <Service payment={payment} values={values} change={change} isDirty={isDirty} />}
      </fieldset>
      {isService && <Webhook integrations={integrations} values={values} change={change} />}
      {question}
    </EntityForm>
  );
}

interface ServiceProps {
  readonly payment: Integrations['payment'];
  readonly values: PaymentSettings;
  readonly change: (part: Partial<PaymentSettings>) => void;
  readonly isDirty: boolean;
}
/** Key of a service, and a try of it. */
function Service({ payment, values, change, isDirty }: ServiceProps) {
  const { t } = useTranslation('integrations');
  return (
    <>
      <NativeSelect
        label={t('integrations:payment.environment')}
        value={values.environment}
        data={PAYMENT_ENVIRONMENTS.map((value) => ({ value, label: t(`integrations:environment.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change({ environment: value === 'production' ? 'production' : 'sandbox' })
        }
      />
      <SecretField
        label={t('integrations:payment.apiKey')}
        setAt={payment.apiKeySetAt}
        value={values.apiKey}
        onChange={(apiKey) => change({ apiKey })}
      />
      <TryButton
        what="payment"
        label={t('integrations:payment.test')}
        success={t(`integrations:payment.${payment.environment}Works`)}
        isDirty={isDirty}
      />
    </>
  );
}

interface WebhookProps {
  readonly integrations: Integrations;
  readonly values: PaymentSettings;
  readonly change: (part: Partial<PaymentSettings>) => void;
}
/** Webhook that the issuer enters in the panel of their provider, so that payments are known at once. */
function Webhook({ integrations: { payment, newWebhookToken }, values, change }: WebhookProps) {
  const { t } = useTranslation('integrations');
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{t('integrations:webhook.title')}</legend>
      <p className={styles.hint}>{t('integrations:webhook.hint')}</p>
      <Copied label={t('integrations:webhook.address')} text={location.origin + payment.webhookPath} />
      {newWebhookToken === null ? (
        payment.hasWebhookToken && (
          <Switch
            label={t('integrations:webhook.renew')}
            checked={values.renewWebhookToken}
            onChange={(event) => change({ renewWebhookToken: event.currentTarget.checked })}
          />
        )
      ) : (
        <>
          <Copied label={t('integrations:webhook.token')} text={newWebhookToken} />
          <p className={styles.hint} role="status">
            {t('integrations:webhook.once')}
          </p>
        </>
      )}
    </fieldset>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation('integrations');
  const { isCopied, copy } = useCopy();
  return (
    <div className={styles.attempt}>
      <span>{label}</span>
      <p className={styles.code}>{text}</p>
      <Button size="xs" variant="default" onClick={() => void copy(text)}>
        {t(isCopied ? 'integrations:copied' : 'integrations:copy')}
      </Button>
    </div>
  );
}
