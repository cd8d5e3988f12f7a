import type { Geofence } from '@rastro/fleet';
import { Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { featureOf } from './fence-feature.ts';
import { FORMATS, type FormatName } from './formats.ts';

const NAMES = Object.keys(FORMATS) as readonly FormatName[];

/** One entry a format, for the geofences that are given. */
export function ExportItems({ fences, fileName }: { fences: readonly Geofence[]; fileName: string }) {
  const { t } = useTranslation('geofences');
  return NAMES.map((name) => (
    <Menu.Item
      key={name}
      leftSection={<Download size={15} aria-hidden />}
      disabled={fences.length === 0}
      onClick={() => save(fences, name, fileName)}
    >
      {t('geofences:exchange.export', { format: t(`geofences:exchange.format.${name}`) })}
    </Menu.Item>
  ));
}

function save(fences: readonly Geofence[], format: FormatName, fileName: string): void {
  const { type, write } = FORMATS[format];
  const text = write(fences.flatMap((fence) => featureOf(fence) ?? []));
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileName.replaceAll(/[^\p{L}\p{N} _-]/gu, '') || 'fences'}.${format}`;
  link.click();
  URL.revokeObjectURL(address);
}
