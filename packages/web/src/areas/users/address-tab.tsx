import { useTranslation } from 'react-i18next';
import { ADDRESS_FIELDS, CONTACT_FIELDS } from '../../kernel/accounts/profile-fields.ts';
import form from '../../ui/form.module.css';
import { NamedText } from './named-text.tsx';
import { PostcodeField } from './postcode-field.tsx';
import type { TabProps } from './tab-props.ts';

/** Address and contact data of the user. */
export function AddressTab(props: TabProps) {
  const { t } = useTranslation('users');
  const groups = [
    ['address', ADDRESS_FIELDS],
    ['contacts', CONTACT_FIELDS],
  ] as const;
  return groups.map(([name, fields]) => (
    <fieldset key={name} className={form.group} disabled={!props.mayEdit}>
      <legend className={form.legend}>{t(`users:${name}`)}</legend>
      {fields.map((field) =>
        field === 'postcode' ? (
          <PostcodeField key={field} {...props} />
        ) : (
          <NamedText key={field} {...props} field={field} />
        ),
      )}
    </fieldset>
  ));
}
