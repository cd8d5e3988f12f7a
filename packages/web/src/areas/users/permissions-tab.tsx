import { Switch, TextInput } from '@mantine/core';
import { isSet, mayBrand } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../kernel/services.tsx';
import { DateField } from '../../ui/date-field.tsx';
import form from '../../ui/form.module.css';
import { NamedText } from './named-text.tsx';
import { RightsMatrix } from './rights-matrix.tsx';
import { SellingFields } from './selling-fields.tsx';
import type { TabProps } from './tab-props.ts';
import { USER_FLAGS } from './user-values.ts';
import { EffectivePermissions } from './effective-permissions.tsx';

/** Rights of the user, their limits and end, and the resulting permissions. */
export function PermissionsTab(props: TabProps) {
  const { t } = useTranslation('users');
  const { values, context, mayEdit, onChange } = props;
  const { server } = useSignedIn();
  const isInForce = server.plus && isSet(server.server.attributes, `${context.brand}.enableAdvancedPerms`);
  return (
    <>
      <fieldset className={form.group} disabled={!mayEdit}>
        <legend className={form.legend}>{t('users:limits')}</legend>
        <Limits {...props} />
        {mayBrand(context.actor, context.brand) && (
          <NamedText {...props} field="historyDays" description={t('users:historyDaysHint')} />
        )}
      </fieldset>
      <fieldset className={form.group} disabled={!mayEdit}>
        <legend className={form.legend}>{t('users:restrictions')}</legend>
        {USER_FLAGS.map((flag) => (
          <Switch
            key={flag}
            label={t(`users:flag.${flag}`)}
            checked={values[flag]}
            // An editor cannot lift a restriction that binds them, too.
            disabled={values[flag] && context.actor[flag] && !context.actor.administrator}
            onChange={(event) => onChange({ [flag]: event.currentTarget.checked })}
          />
        ))}
      </fieldset>
      <fieldset className={form.group} disabled={!mayEdit}>
        <legend className={form.legend}>{t('users:rights')}</legend>
        {!isInForce && <p className={form.notice}>{t('users:notInForce')}</p>}
        <RightsMatrix {...props} />
      </fieldset>
      {mayBrand(context.actor, context.brand) && <SellingFields {...props} />}
      <EffectivePermissions {...props} />
    </>
  );
}

function Limits({ values, problems, context, onChange }: TabProps) {
  const { t } = useTranslation('users');
  const errorOf = (name: string): string | null => {
    const problem = problems[name];
    return problem === undefined ? null : t(`users:problem.${problem}`);
  };
  const { actor } = context;
  const hintOf = (max: number): string =>
    actor.administrator || max < 0 ? t('users:limitHint') : t('users:limitMost', { count: max });
  return (
    <>
      <TextInput
        label={t('users:deviceLimit')}
        description={hintOf(actor.deviceLimit)}
        inputMode="numeric"
        value={values.deviceLimit}
        error={errorOf('deviceLimit')}
        onChange={(event) => onChange({ deviceLimit: event.currentTarget.value })}
      />
      <TextInput
        label={t('users:userLimit')}
        description={hintOf(actor.userLimit)}
        inputMode="numeric"
        value={values.userLimit}
        error={errorOf('userLimit')}
        onChange={(event) => onChange({ userLimit: event.currentTarget.value })}
      />
      <DateField
        kind="date"
        label={t('users:expires')}
        description={t('users:expiresHint')}
        value={values.lastDay}
        error={errorOf('lastDay')}
        onChange={(lastDay) => onChange({ lastDay })}
      />
    </>
  );
}
