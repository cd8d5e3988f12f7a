import type { InspectionPicture } from '@rastro/fleet/inspections';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import styles from './inspections.module.css';
import { INSPECTIONS_KEY, useInspectionCalls } from './use-inspections.ts';

interface AnswerPictureProps {
  readonly inspectionId: number;
  readonly picture: InspectionPicture;
  readonly name: string;
}

/** A photo or signature, or why it is not there. */
export function AnswerPicture({ inspectionId, picture: { id, state }, name }: AnswerPictureProps) {
  const { t } = useTranslation('inspections');
  const calls = useInspectionCalls();
  const isThere = state === 'there';
  const { data, error } = useQuery({
    queryKey: [...INSPECTIONS_KEY, 'picture', inspectionId, id],
    queryFn: async ({ signal }) => valueOf(await calls.picture(inspectionId, id, signal)),
    enabled: isThere,
    staleTime: Infinity,
  });
  if (isThere && data !== undefined) return <Picture bytes={data} name={name} />;
  const text = isThere
    ? t(error === null ? 'inspections:loading' : 'inspections:picture.failed')
    : t(`inspections:picture.${state}`);
  return <span className={styles.quiet}>{`${name}: ${text}`}</span>;
}

/** The picture, which opens in full size. */
function Picture({ bytes, name }: { readonly bytes: Blob; readonly name: string }) {
  const { t } = useTranslation('inspections');
  const [url] = useState(() => URL.createObjectURL(new Blob([bytes], { type: 'image/webp' })));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-label={t('inspections:picture.open', { name })}>
      <img src={url} alt={name} />
    </a>
  );
}
