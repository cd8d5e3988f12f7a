import { Switch, TextInput } from '@mantine/core';
import type { Integrations } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useSettingsEditor } from '../../kernel/screens/use-settings-editor.ts';
import { useServices } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import form from '../../ui/form.module.css';
import { mailProblems, mailSettings, mailValues, type MailValues } from './integration-values.ts';
import type { PartProps } from './payment-form.tsx';
import { SecretField } from './secret-field.tsx';
import { TryButton } from './try-button.tsx';

/** From which server the customers of the issuer get their mail. */
export function MailForm({ integrations, onWritten }: PartProps) {
  const { t } = useTranslation('integrations');
  const { extension } = useServices();
  const saved = mailValues(integrations);
  const editor = useSettingsEditor<MailValues, Integrations>({
    initial: saved,
    mayEdit: true,
    success: t('integrations:saved'),
    isWrong: (values) => Object.keys(mailProblems(values)).length > 0,
    write: ({ after }, signal) => extension.integrations.writeMail(mailSettings(after), signal),
    onSaved: (written) => {
      onWritten(written);
      return mailValues(written);
    },
  });
  const { values, change, isChecked } = editor;
  const problems = isChecked ? mailProblems(values) : {};
  const field = (name: 'host' | 'port' | 'user' | 'from') => ({
    label: t(`integrations:smtp.${name}`),
    value: values[name],
    error: problems[name] === undefined ? null : t(`integrations:${problems[name]}`),
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <EntityForm {...editor.form}>
      <fieldset className={form.group}>
        <legend className={form.legend}>{t('integrations:part.smtp')}</legend>
        <TextInput {...field('host')} description={t('integrations:smtp.hostHint')} maxLength={253} />
        <TextInput {...field('port')} inputMode="numeric" maxLength={5} />
        <Switch
          label={t('integrations:smtp.secure')}
          checked={values.secure}
          onChange={(event) => change({ secure: event.currentTarget.checked })}
        />
        <TextInput {...field('user')} maxLength={200} />
        <SecretField
          label={t('integrations:smtp.password')}
          setAt={integrations.smtp.passwordSetAt}
          value={values.password}
          onChange={(password) => change({ password })}
        />
        <TextInput {...field('from')} description={t('integrations:smtp.fromHint')} maxLength={200} />
        <TryButton
          what="smtp"
          label={t('integrations:smtp.test')}
          success={t('integrations:smtp.works')}
          isDirty={JSON.stringify(values) !== JSON.stringify(saved)}
        />
      </fieldset>
      {editor.question}
    </EntityForm>
  );
}
