import { NativeSelect, Switch } from '@mantine/core';
import { attributeName, PRICE_MODES, USER_ATTRIBUTES } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import form from '../../ui/form.module.css';
import { NamedText } from './named-text.tsx';
import type { TabProps } from './tab-props.ts';
import { BILLING_FIELDS, BILLING_FLAGS, BILLING_MODES, withAttribute } from './user-values.ts';

/** Terms of payment of the user: invoices are issued by them. */
export function BillingTab(props: TabProps) {
  const { t } = useTranslation('users');
  const { values, context, mayEdit, onChange } = props;
  return (
    <fieldset className={form.group} disabled={!mayEdit}>
      <p className={form.notice}>{t('users:billingHint')}</p>
      {BILLING_FLAGS.map((field) => {
        const name = attributeName(context.brand, USER_ATTRIBUTES[field]);
        return (
          <Switch
            key={field}
            label={t(`users:field.${field}`)}
            checked={values.attributes[name] === true}
            onChange={(event) =>
              onChange({ attributes: withAttribute(values.attributes, name, event.currentTarget.checked) })
            }
          />
        );
      })}
      {BILLING_FIELDS.map((field) => (
        <NamedText key={field} {...props} field={field} />
      ))}
      {BILLING_MODES.map((field) => (
        <NativeSelect
          key={field}
          label={t(`users:field.${field}`)}
          value={values.typed[field] ?? ''}
          data={[
            { value: '', label: t('users:notChosen') },
            ...PRICE_MODES.map((value) => ({ value, label: t(`users:mode.${value}`) })),
          ]}
          onChange={(event) => onChange({ typed: { ...values.typed, [field]: event.currentTarget.value } })}
        />
      ))}
    </fieldset>
  );
}

const TERMS = ['price', 'firstDueDay', 'taxId'] as const;

/** Terms that a new customer starts with. */
export function CustomerTerms(props: TabProps) {
  const { t } = useTranslation('users');
  return (
    <fieldset className={form.group} disabled={!props.mayEdit}>
      <p className={form.notice}>{t('users:customerTerms')}</p>
      {TERMS.map((field) => (
        <NamedText key={field} {...props} field={field} />
      ))}
    </fieldset>
  );
}
