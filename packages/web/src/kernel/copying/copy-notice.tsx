import type { CopyProgress } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../queries/query-client.ts';
import { useServices, useSignedIn } from '../services.tsx';
import { useFormat } from '../formats/use-format.ts';

const POLL_MS = 2000;
/** Shorter readings are over before a notice could be read. */
const MIN_DAYS = 10;

/** Progress of the first reading of a history from another tracking server. Shown only then. */
export function CopyNotice() {
  const { t } = useTranslation('absent');
  const { extension } = useServices();
  const { trackingServer } = useSignedIn().server;
  const format = useFormat();
  const { data } = useQuery<CopyProgress>({
    queryKey: ['copyProgress'],
    enabled: trackingServer?.startsWith('traccar') === true,
    retry: false,
    gcTime: 0,
    refetchInterval: POLL_MS,
    queryFn: async ({ signal }) => valueOf(await extension.historyProgress(signal)),
  });
  if (!data || data.total < MIN_DAYS) return null;
  const { done, total } = data;
  return (
    <p role="status">
      {t('absent:copying', { done: format.number(Math.min(done, total)), total: format.number(total) })}
    </p>
  );
}
