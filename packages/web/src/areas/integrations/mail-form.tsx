import { FIELD_LIMITS, type Integrations } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useSettingsForm } from '../../kernel/screens/use-settings-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import { mailProblems, mailSettings, mailValues, type MailValues } from './integration-values.ts';
import type { PartProps } from './payment-form.tsx';
import { SecretField } from './secret-field.tsx';
import { TryButton } from './try-button.tsx';

/** From which server the customers of the issuer get their mail. */
export function MailForm({ integrations, onWritten }: PartProps) {
  const { t } = useTranslation('integrations');
  const { extension } = useServices();
  const form = useSettingsForm<MailValues, Integrations>({
    initial: mailValues(integrations),
    mayEdit: true,
    success: t('integrations:saved'),
    fields: (values) => {
      const problems = mailProblems(values);
      const text = (name: 'host' | 'port' | 'user' | 'from', maxLength: number) => ({
        kind: 'text' as const,
        label: t(`integrations:smtp.${name}`),
        maxLength,
        problem: problems[name] === undefined ? null : t(`integrations:${problems[name]}`),
        input: { autoComplete: 'off' },
      });
      const { host, user, from } = FIELD_LIMITS.mail;
      return {
        host: { ...text('host', host), hint: t('integrations:smtp.hostHint') },
        port: { ...text('port', 5), input: { autoComplete: 'off', inputMode: 'numeric' } },
        secure: { kind: 'switch', label: t('integrations:smtp.secure') },
        user: text('user', user),
        password: {
          kind: 'custom',
          label: t('integrations:smtp.password'),
          render: (props) => <SecretField {...props} setAt={integrations.smtp.passwordSetAt} />,
        },
        from: { ...text('from', from), hint: t('integrations:smtp.fromHint') },
      };
    },
    write: ({ after }, signal) => extension.integrations.writeMail(mailSettings(after), signal),
    onSaved: (written) => {
      onWritten(written);
      return mailValues(written);
    },
  });
  return (
    <EntityForm {...form.frame}>
      <FieldGroup form={form} legend={t('integrations:part.smtp')}>
        <TryButton
          what="smtp"
          label={t('integrations:smtp.test')}
          success={t('integrations:smtp.works')}
          isDirty={form.isDirty}
        />
      </FieldGroup>
      {form.question}
    </EntityForm>
  );
}
