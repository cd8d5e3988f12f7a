import { Button } from '@mantine/core';
import type { RoadOrder } from '@rastro/fleet/orders';
import { PackageCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import styles from './orders.module.css';
import { useOrderText } from './use-order-text.ts';
import { useCandidates } from './use-routes.ts';

const ROW_PX = 52;

interface RouteCandidatesProps {
  readonly taken: readonly RoadOrder[];
  readonly onAdd: (order: RoadOrder) => void;
  readonly onClose: () => void;
}

/** Orders that nobody has begun, to be added to the end of a route. */
export function RouteCandidates({ taken, onAdd, onClose }: RouteCandidatesProps) {
  const { t } = useTranslation('routes');
  const [text, setText] = useState('');
  const query = useCandidates(text);
  const failure = useListFailure(query, t('routes:candidates.failed'));
  const isTaken = new Set(taken.map(({ id }) => id));
  const orders = query.data?.pages.flatMap((page) => page.orders).filter(({ id }) => !isTaken.has(id));
  return (
    <div className={styles.candidates}>
      <div className={styles.find}>
        <SearchField label={t('routes:candidates.search')} value={text} onChange={setText} />
        <Button size="xs" variant="default" onClick={onClose}>
          {t('routes:candidates.close')}
        </Button>
      </div>
      <ListView
        count={orders?.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{
          icon: PackageCheck,
          title: t('routes:candidates.empty'),
          text: t('routes:candidates.emptyText'),
        }}
        notFound={
          text === ''
            ? null
            : {
                title: t('routes:candidates.notFound'),
                text: t('routes:notFoundText'),
                onReset: () => setText(''),
              }
        }
      >
        <ul className={styles.rows} aria-label={t('routes:candidates.title')}>
          {orders?.map((order) => (
            <Candidate key={order.id} order={order} onAdd={() => onAdd(order)} />
          ))}
        </ul>
        <FurtherLines failure={failure?.text ?? null} more={t('routes:more')} query={query} />
      </ListView>
    </div>
  );
}

function Candidate({ order, onAdd }: { readonly order: RoadOrder; readonly onAdd: () => void }) {
  const { t } = useTranslation('routes');
  const texts = useOrderText();
  const { customer, place, deviceName, routeId } = order;
  const whose =
    routeId > 0
      ? t('routes:candidates.onRoute', { vehicle: deviceName })
      : deviceName === ''
        ? ''
        : t('routes:candidates.assigned', { vehicle: deviceName });
  return (
    <li className={styles.candidate}>
      <span className={styles.who}>
        <strong dir="auto">{customer}</strong>
        <small dir="auto">
          {[texts.place(place), texts.window(order), whose].filter((part) => part !== '').join(' · ')}
        </small>
      </span>
      <Button
        size="xs"
        variant="light"
        leftSection={<Plus size={14} aria-hidden />}
        aria-label={t('routes:candidates.add', { customer })}
        onClick={onAdd}
      >
        {t('routes:candidates.addShort')}
      </Button>
    </li>
  );
}
