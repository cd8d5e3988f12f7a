import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import styles from './server.module.css';

const PATHS = { settings: '/server', health: '/server/health' } as const;
type ServerTab = keyof typeof PATHS;

/** Tabs of the server: settings and health. Each has its own address. */
export function ServerTabs({ tab }: { readonly tab: ServerTab }) {
  const { t } = useTranslation('health');
  const navigate = useNavigate();
  const go = (name: string | null): void => void navigate(name === 'health' ? PATHS.health : PATHS.settings);
  return (
    <Tabs className={styles.tabs} value={tab} onChange={go}>
      <Tabs.List>
        <Tabs.Tab value="settings">{t('health:tab.settings')}</Tabs.Tab>
        <Tabs.Tab value="health">{t('health:tab.health')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
