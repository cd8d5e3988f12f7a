import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Codes have words; what a provider wrote stands as it is, behind what it means. */
export function useReasonText(): (reason: string, values?: Readonly<Record<string, string>>) => string {
  const { t, i18n } = useTranslation('notifications');
  return useCallback(
    (reason, values = {}) => {
      const key = `notifications:reason.${reason}`;
      if (i18n.exists(key)) return t(key, values);
      return t('notifications:reason.other', { said: reason.replaceAll('_', ' ').toLowerCase() });
    },
    [t, i18n],
  );
}
