import { ActionIcon, Menu } from '@mantine/core';
import { EllipsisVertical, FileUp, ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDeviceSelection } from '../../../kernel/fleet/device-selection.tsx';
import { DENSITIES, useDensity } from './use-density.ts';
import { useDriverLine } from './use-driver-line.ts';
import { useDeviceRights } from '../rights/use-device-rights.ts';

/** Actions that are needed less often. */
export function MoreActions() {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const { start } = useDeviceSelection();
  const { mayCreate, mayEdit } = useDeviceRights();
  const { density, choose } = useDensity();
  const driverLine = useDriverLine();
  const mayImport = mayCreate || mayEdit;
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('devices:add.more')}>
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<ListChecks size={16} aria-hidden />} onClick={start}>
          {t('devices:add.select')}
        </Menu.Item>
        {mayImport && (
          <Menu.Item
            leftSection={<FileUp size={16} aria-hidden />}
            onClick={() => void navigate('/devices/import')}
          >
            {t('devices:add.import')}
          </Menu.Item>
        )}
        <Menu.CheckboxItem
          checked={driverLine.isVisible}
          closeMenuOnClick
          onChange={() => driverLine.show(!driverLine.isVisible)}
        >
          {t('devices:density.driver')}
        </Menu.CheckboxItem>
        <Menu.Label>{t('devices:density.label')}</Menu.Label>
        {DENSITIES.map((name) => (
          <Menu.RadioItem
            key={name}
            value={name}
            checked={name === density}
            closeMenuOnClick
            onClick={() => choose(name)}
          >
            {t(`devices:density.${name}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
