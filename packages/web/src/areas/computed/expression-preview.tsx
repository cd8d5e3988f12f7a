import type { ComputedAttribute, ExpressionTry } from '@rastro/fleet';
import { parseExpression } from '@rastro/fleet/expressions';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddVehicle } from '../../kernel/fleet/add-vehicle.tsx';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import form from '../../ui/form.module.css';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './computed.module.css';

/** Not requested at every letter that is typed. */
const REST_MS = 400;
const NOBODY: readonly number[] = [];

export interface ExpressionPreviewProps {
  /** The current text of the form. */
  readonly attribute: ComputedAttribute;
  readonly deviceId: number | null;
  readonly onChoose: (deviceId: number | null) => void;
}

/** Live preview: results of the expression for the newest positions of a vehicle. */
export function ExpressionPreview({ attribute, deviceId, onChoose }: ExpressionPreviewProps) {
  const { t } = useTranslation('computed');
  const vehicle = useVehicle(deviceId ?? 0);
  return (
    <section className={form.group} aria-label={t('computed:tries.title')}>
      <h2 className={`${form.legend} ${styles.title}`}>{t('computed:tries.title')}</h2>
      {deviceId === null ? (
        <AddVehicle visibleIds={NOBODY} onAdd={onChoose} />
      ) : (
        <>
          <p className={styles.chosen}>
            <strong>{vehicle?.device.name ?? t('computed:tries.vehicle', { id: deviceId })}</strong>
            <Button variant="subtle" size="compact-xs" onClick={() => onChoose(null)}>
              {t('computed:tries.other')}
            </Button>
          </p>
          <PreviewResults attribute={attribute} deviceId={deviceId} />
        </>
      )}
    </section>
  );
}

function PreviewResults({
  attribute,
  deviceId,
}: {
  readonly attribute: ComputedAttribute;
  readonly deviceId: number;
}) {
  const { t } = useTranslation('computed');
  const { client } = useServices();
  const failureText = useFailureText();
  const expression = useRested(attribute.expression);
  const canRun = parseExpression(expression).ok;
  const { data, error, isFetching, refetch } = useQuery<readonly ExpressionTry[]>({
    queryKey: ['computed-preview', deviceId, expression],
    enabled: canRun,
    queryFn: async ({ signal }) =>
      valueOf(await client.computed.preview({ ...attribute, expression }, deviceId, signal)),
  });
  if (!canRun) return <p className={styles.hint}>{t('computed:tries.first')}</p>;
  if (error !== null) {
    return (
      <div role="alert">
        <p className={styles.hint}>{failureText(failureIn(error))}</p>
        <Button variant="light" size="compact-sm" onClick={() => void refetch()}>
          {t('computed:tries.again')}
        </Button>
      </div>
    );
  }
  return (
    <div aria-busy={isFetching}>
      {data === undefined ? (
        <p className={styles.hint}>{t('computed:tries.running')}</p>
      ) : (
        <PreviewTable results={data} />
      )}
    </div>
  );
}

function PreviewTable({ results }: { readonly results: readonly ExpressionTry[] }) {
  const { t } = useTranslation('computed');
  const format = useFormat();
  return (
    <table className={styles.tries}>
      <thead>
        <tr>
          <th scope="col">{t('computed:tries.time')}</th>
          <th scope="col">{t('computed:tries.result')}</th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ positionId, fixTime, value, error }) => (
          <tr key={positionId}>
            <td>{format.dateTime(Date.parse(fixTime))}</td>
            <td data-wrong={error !== null}>
              {error ?? (value === null ? t('computed:tries.nothing') : JSON.stringify(value))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
