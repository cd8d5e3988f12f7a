import type { Geofence } from '@rastro/fleet';
import { Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../ui/save-file.ts';
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
  const name = fileName.replaceAll(/[^\p{L}\p{N} _-]/gu, '') || 'fences';
  saveFile(`${name}.${format}`, text, type);
}
