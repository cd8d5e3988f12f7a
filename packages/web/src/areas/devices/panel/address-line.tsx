import type { Position } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../../kernel/queries/query-client.ts';
import { useAddress } from '../../../kernel/places/use-address.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import styles from './device-panel.module.css';

/** Address of a position; an unknown one can be looked up, if the server can. */
export function AddressLine({ position }: { position: Position }) {
  const { t } = useTranslation('devices');
  const { client } = useServices();
  const { server } = useSignedIn();
  const failureText = useFailureText();
  const [isAsked, setAsked] = useState(false);
  const { latitude, longitude } = position;
  const near = useAddress(position);
  const found = useQuery({
    queryKey: ['address', latitude, longitude],
    enabled: isAsked,
    // A place keeps its address.
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await client.server.addressOf({ latitude, longitude }, signal)),
  });
  const known = near ?? found.data;

  if (known !== undefined && known !== '') return <p className={styles.address}>{known}</p>;
  if (!server.server.geocoderEnabled) return null;
  if (found.error !== null || known === '') {
    return (
      <p className={styles.doubt} role="status">
        {found.error === null ? t('devices:place.noAddress') : failureText(failureIn(found.error))}
      </p>
    );
  }
  return (
    <button
      type="button"
      className={styles.textButton}
      disabled={found.isFetching}
      onClick={() => setAsked(true)}
    >
      {t(found.isFetching ? 'devices:place.finding' : 'devices:place.find')}
    </button>
  );
}
