import { Switch } from '@mantine/core';
import { attributeName, isSet, resellerLimitOf, USER_ATTRIBUTES } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import form from '../../ui/form.module.css';
import { NamedText } from './named-text.tsx';
import type { TabProps } from './tab-props.ts';
import { withAttribute } from './user-values.ts';

/** Whether the user sells the product, and to how many vehicles. Administrators make resellers, these sell on below. */
export function SellingFields(props: TabProps) {
  const { t } = useTranslation('users');
  const { user, values, context, mayEdit, onChange } = props;
  const { actor, brand } = context;
  const reseller = attributeName(brand, USER_ATTRIBUTES.reseller);
  const subReseller = attributeName(brand, USER_ATTRIBUTES.subReseller);
  const isMadeAbove = !actor.administrator && isSet(user.attributes, reseller);
  const max = resellerLimitOf(actor, brand);
  const rank = (name: string, label: string) => (
    <Switch
      label={label}
      checked={isSet(values.attributes, name)}
      onChange={(event) =>
        onChange({ attributes: withAttribute(values.attributes, name, event.currentTarget.checked || null) })
      }
    />
  );
  return (
    <fieldset className={form.group} disabled={!mayEdit || isMadeAbove}>
      <legend className={form.legend}>{t('users:selling.title')}</legend>
      <p className={form.notice}>{t(isMadeAbove ? 'users:selling.above' : 'users:selling.hint')}</p>
      {actor.administrator && rank(reseller, t('users:selling.reseller'))}
      {rank(subReseller, t('users:selling.subReseller'))}
      <NamedText
        {...props}
        field="resellerLimit"
        description={
          actor.administrator || max < 0 ? t('users:limitHint') : t('users:limitMost', { count: max })
        }
      />
      {actor.administrator && (
        <NamedText {...props} field="resellerDomain" description={t('users:selling.domainHint')} />
      )}
    </fieldset>
  );
}
