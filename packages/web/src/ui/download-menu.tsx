import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';

export interface DownloadMenuProps<F extends string> {
  readonly label: string;
  readonly formats: readonly { readonly format: F; readonly name: string }[];
  /** One is being made. */
  readonly busy: boolean;
  readonly onChoose: (format: F) => void;
  /** Inside what it stands in, e.g. over a map. */
  readonly isInside?: boolean;
}

/** Downloads the content as a file, in one of several formats. */
export function DownloadMenu<F extends string>(props: DownloadMenuProps<F>) {
  const { label, formats, busy, onChoose, isInside = false } = props;
  return (
    <Menu position="bottom-end" withinPortal={!isInside}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<Download size={14} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, name }) => (
          <Menu.Item key={format} onClick={() => onChoose(format)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
