import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Panel } from '../../ui/panel.tsx';
import { StockDevices } from './stock-devices.tsx';
import { StockMovements } from './stock-movements.tsx';
import styles from './stock.module.css';

/** Where each tracker is, and how it got there. @source PRODUCT §7 */
export function StockPanel() {
  const { t } = useTranslation('stock');
  const [search, setSearch] = useSearchParams();
  const isPast = search.get('tab') === 'movements';
  return (
    <Panel title={t('stock:title')} expandable tall wide>
      <Tabs
        className={styles.tabs}
        value={isPast ? 'movements' : 'devices'}
        onChange={(tab) => setSearch(tab === 'movements' ? { tab } : {}, { replace: true })}
      >
        <Tabs.List>
          <Tabs.Tab value="devices">{t('stock:tab.devices')}</Tabs.Tab>
          <Tabs.Tab value="movements">{t('stock:tab.movements')}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {isPast ? <StockMovements /> : <StockDevices />}
    </Panel>
  );
}
