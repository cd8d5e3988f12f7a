import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveRows, SHEET_FORMATS, type SheetFormat } from '../../ui/sheets/save-rows.ts';
import { useSignedIn } from '../services.tsx';

const WIDTH = 24;

export interface RowsMenuProps {
  /** Of the file. */
  readonly name: string;
  /** The first row has the titles; asked for when it is saved. */
  readonly rows: () => readonly (readonly string[])[];
}

/** What a list shows, as a file: as found and in its order. */
export function RowsMenu({ name, rows }: RowsMenuProps) {
  const { t, i18n } = useTranslation('common');
  const brand = useSignedIn().branding.title;
  const [busy, setBusy] = useState(false);
  const save = async (format: SheetFormat): Promise<void> => {
    setBusy(true);
    const [head = [], ...lines] = rows();
    const widths = head.map(() => WIDTH);
    await saveRows(format, { name, brand, language: i18n.language, rows: [head, ...lines], widths });
    setBusy(false);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<Download size={14} aria-hidden />}
        >
          {t('common:sheet.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SHEET_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`common:sheet.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
