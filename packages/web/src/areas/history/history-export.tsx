import { ActionIcon, Menu } from '@mantine/core';
import type { Answer, TrackFormat } from '@rastro/tracking-client';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Period } from '../../kernel/period/period.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useFleet } from '../../kernel/fleet/fleet-context.tsx';
import { useSheetName } from '../../kernel/formats/use-sheet-name.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { useServices } from '../../kernel/services.tsx';
import { saveFile } from '../../ui/save-file.ts';

const SHEETS = ['xlsx', 'csv'] as const;
const FORMATS: readonly TrackFormat[] = ['gpx', 'kml', 'kmz'];
type Format = (typeof SHEETS)[number] | TrackFormat;
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
} as const satisfies Record<Format, string>;
const isSheet = (format: Format): format is (typeof SHEETS)[number] =>
  SHEETS.some((sheet) => sheet === format);

export interface HistoryExportProps {
  /** Those that are shown. */
  readonly deviceIds: readonly number[];
  readonly period: Period;
  readonly onFailure: (failure: ExportFailure | null) => void;
}
export interface ExportFailure {
  readonly code: string;
  readonly message: string;
}
interface MadeFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Exports the history: every record as a sheet, or the track of each vehicle for other maps. */
export function HistoryExport({ deviceIds, period, onFailure }: HistoryExportProps) {
  const { t } = useTranslation(['history', 'reports']);
  const { client } = useServices();
  const zone = useZone();
  const nameOf = useSheetName();
  const fleet = useFleet();
  const title = t('history:title');
  const { busy, run } = useWrite(async (format: Format, signal): Promise<Answer<readonly MadeFile[]>> => {
    const made: MadeFile[] = [];
    // A sheet has all vehicles; of ways each vehicle has its own file.
    for (const deviceId of isSheet(format) ? [0] : deviceIds) {
      const answer = isSheet(format)
        ? await client.reports.file('route', { ...period, deviceIds, format, zone }, signal)
        : await client.positions.file({ ...period, deviceId, format }, signal);
      if (!answer.ok) return answer;
      const vehicle = fleet?.vehicle(deviceId)?.device.name;
      made.push({ name: vehicle === undefined ? title : `${title} ${vehicle}`, blob: answer.value });
    }
    return { ok: true, value: made };
  });
  const save = async (format: Format): Promise<void> => {
    onFailure(null);
    const answer = await run(format);
    if (answer === null) return;
    if (!answer.ok) onFailure(answer.error);
    else
      for (const { name, blob } of answer.value) saveFile(nameOf(name, format, period), blob, TYPES[format]);
  };
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          loading={busy}
          disabled={deviceIds.length === 0}
          aria-label={t('reports:export')}
          title={t('reports:export')}
        >
          <Download size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {[...FORMATS, ...SHEETS].map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`reports:format.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
