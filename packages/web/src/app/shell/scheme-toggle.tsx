import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';

/** The other one of light and dark. The system decides until the user does. */
function useOtherScheme(iconPx: number) {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const Icon = isDark ? Sun : Moon;
  return {
    label: t(isDark ? 'shell:scheme.light' : 'shell:scheme.dark'),
    icon: <Icon size={iconPx} aria-hidden />,
    choose: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}

export function SchemeToggle() {
  const { label, icon, choose } = useOtherScheme(19);
  return (
    <IconAction label={label} onClick={choose}>
      {icon}
    </IconAction>
  );
}

/** The same in a menu. */
export function SchemeItem() {
  const { label, icon, choose } = useOtherScheme(16);
  return (
    <Menu.Item leftSection={icon} onClick={choose}>
      {label}
    </Menu.Item>
  );
}
