import type { ApiFailure } from '@rastro/tracking-client';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Says a failure in the user's language, from the error catalog (docs/reference/requirements.md SPEC §8). */
export function useFailureText(): (failure: Pick<ApiFailure, 'code' | 'message'>) => string {
  const { t, i18n } = useTranslation('errors');
  return useCallback(
    ({ code, message }) => {
      // Some name a limit; it is the last number of the line.
      const limit = /(\d+)\D*$/.exec(message)?.[1] ?? '';
      if (i18n.exists(`errors:${code}`)) return t(`errors:${code}`, { limit });
      // A text that no catalog knows still helps the user who is asked for support.
      return message === '' ? t('errors:UNKNOWN_ERROR') : t('errors:WITH_REASON', { reason: message });
    },
    [t, i18n],
  );
}
