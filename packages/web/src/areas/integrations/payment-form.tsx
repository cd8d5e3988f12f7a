import { Button } from '@mantine/core';
import { PAYMENT_ENVIRONMENTS, type Integrations } from '@rastro/fleet';
import { PAYMENT_PROVIDERS, providerTitle } from '@rastro/fleet/billing';
import type { PaymentSettings } from '@rastro/tracking-client';
import { useTranslation } from 'react-i18next';
import { useSettingsForm } from '../../kernel/screens/use-settings-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import { FieldGroup, Fields } from '../../ui/fields/field-group.tsx';
import type { FieldsForm } from '../../ui/fields/field-table.ts';
import frame from '../../ui/form.module.css';
import { useCopy } from '../../ui/use-copy.ts';
import { paymentValues } from './integration-values.ts';
import styles from './integrations.module.css';
import { SecretField } from './secret-field.tsx';
import { TryButton } from './try-button.tsx';

export interface PartProps {
  readonly integrations: Integrations;
  readonly onWritten: (integrations: Integrations) => void;
}

function usePaymentForm({ integrations, onWritten }: PartProps) {
  const { t } = useTranslation('integrations');
  const { extension } = useServices();
  return useSettingsForm<PaymentSettings, Integrations>({
    initial: paymentValues(integrations),
    mayEdit: true,
    success: t('integrations:saved'),
    fields: ({ provider }) => ({
      provider: {
        kind: 'select',
        label: t('integrations:payment.provider'),
        options: PAYMENT_PROVIDERS.map((value) => ({
          value,
          label: providerTitle(value) || t('integrations:provider.manual'),
        })),
      },
      environment: {
        kind: 'select',
        label: t('integrations:payment.environment'),
        isHidden: provider === 'manual',
        options: PAYMENT_ENVIRONMENTS.map((value) => ({
          value,
          label: t(`integrations:environment.${value}`),
        })),
      },
      apiKey: {
        kind: 'custom',
        label: t('integrations:payment.apiKey'),
        isHidden: provider === 'manual',
        render: (props) => <SecretField {...props} setAt={integrations.payment.apiKeySetAt} />,
      },
      renewWebhookToken: { kind: 'switch', label: t('integrations:webhook.renew') },
    }),
    write: ({ after }, signal) => extension.integrations.writePayment(after, signal),
    onSaved: (written) => {
      onWritten(written);
      return paymentValues(written);
    },
  });
}

/** Payment provider and its key. */
export function PaymentForm(props: PartProps) {
  const { t } = useTranslation('integrations');
  const { integrations } = props;
  const { payment } = integrations;
  const form = usePaymentForm(props);
  const isService = form.values.provider !== 'manual';
  return (
    <EntityForm {...form.frame}>
      {payment.problem !== '' && (
        <p className={styles.problem} role="alert">
          {t('integrations:payment.problem', { problem: payment.problem })}
        </p>
      )}
      <FieldGroup
        form={form}
        legend={t('integrations:part.payment')}
        names={['provider', 'environment', 'apiKey']}
      >
        {!isService && <p className={styles.hint}>{t('integrations:payment.manualHint')}</p>}
        {isService && (
          <TryButton
            what="payment"
            label={t('integrations:payment.test')}
            success={t(`integrations:payment.${payment.environment}Works`)}
            isDirty={form.isDirty}
          />
        )}
      </FieldGroup>
      {isService && <Webhook integrations={integrations} form={form} />}
      {form.question}
    </EntityForm>
  );
}

interface WebhookProps {
  readonly integrations: Integrations;
  readonly form: FieldsForm<PaymentSettings>;
}
/** Webhook that the issuer enters in the panel of their provider, so that payments are known at once. */
function Webhook({ integrations: { payment, newWebhookToken }, form }: WebhookProps) {
  const { t } = useTranslation('integrations');
  return (
    <fieldset className={frame.group}>
      <legend className={frame.legend}>{t('integrations:webhook.title')}</legend>
      <p className={styles.hint}>{t('integrations:webhook.hint')}</p>
      <Copied label={t('integrations:webhook.address')} text={location.origin + payment.webhookPath} />
      {newWebhookToken === null ? (
        payment.hasWebhookToken && <Fields form={form} names={['renewWebhookToken']} />
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
