import { useTranslation } from 'react-i18next';
import { AttributesField, type AttributesFieldProps } from './attributes-field.tsx';
import styles from './form.module.css';

/** Attributes with any name, as a group of a form of their own. */
export function AttributesGroup({ mayEdit, ...field }: AttributesFieldProps & { readonly mayEdit: boolean }) {
  const { t } = useTranslation('common');
  return (
    <fieldset className={styles.group} disabled={!mayEdit}>
      <legend className={styles.legend}>{t('common:attributes.title')}</legend>
      <AttributesField {...field} />
    </fieldset>
  );
}
