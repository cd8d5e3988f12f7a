import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useUnassignedCount } from '../../kernel/fleet/use-unassigned-count.ts';
import { useFeature } from '../../kernel/use-feature.ts';
import { Panel } from '../../ui/panel.tsx';
import { StockDevices } from './stock-devices.tsx';
import { StockMovements } from './stock-movements.tsx';
import { UnassignedDevices } from './unassigned-devices.tsx';
import styles from './stock.module.css';

const TABS = ['devices', 'unassigned', 'movements'] as const;

/** Location of each tracker in stock, and its movements. @source docs/reference/requirements.md PRODUCT §7 */
export function StockPanel() {
  const { t } = useTranslation('stock');
  const [search, setSearch] = useSearchParams();
  const unassigned = useUnassignedCount();
  const hasUnassigned = useFeature('unknownDevices');
  const asked = search.get('tab');
  const tab = TABS.find((each) => each === asked && (each !== 'unassigned' || hasUnassigned)) ?? 'devices';
  return (
    <Panel title={t('stock:title')} expandable tall wide>
      <Tabs
        className={styles.tabs}
        value={tab}
        onChange={(next) =>
          setSearch(next === null || next === 'devices' ? {} : { tab: next }, { replace: true })
        }
      >
        <Tabs.List>
          <Tabs.Tab value="devices">{t('stock:tab.devices')}</Tabs.Tab>
          {hasUnassigned && (unassigned !== null || tab === 'unassigned') && (
            <Tabs.Tab value="unassigned">
              {t('stock:tab.unassigned')}
              {unassigned !== null && unassigned > 0 && ` (${unassigned})`}
            </Tabs.Tab>
          )}
          <Tabs.Tab value="movements">{t('stock:tab.movements')}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {tab === 'devices' && <StockDevices />}
      {tab === 'unassigned' && <UnassignedDevices />}
      {tab === 'movements' && <StockMovements />}
    </Panel>
  );
}
