import type { Answer, ReportPeriod, TrackFormat } from '@rastro/tracking-client';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useSheetName } from '../../kernel/formats/use-sheet-name.ts';
import { useServices } from '../../kernel/services.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { ReportKind } from './kinds/report-kind.ts';
import type { ExportFailure } from './report-states.tsx';

/**
 * Query parameters of a file, by its name here.
 * @source docs/reference/requirements.md SPEC §3 "standard PDF or optimised tabular PDF"
 */
const SHEETS = {
  pdf: { format: 'pdf', form: 'standard' },
  pdfTable: { format: 'pdf', form: 'table' },
  xlsx: { format: 'xlsx' },
  csv: { format: 'csv' },
} as const;
const SHEET_FILES = ['pdf', 'pdfTable', 'xlsx', 'csv'] as const;
const TRACK_FILES: readonly TrackFormat[] = ['gpx', 'kml', 'kmz'];
const TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
} as const;
type Format = (typeof SHEET_FILES)[number] | TrackFormat;
const isSheet = (format: Format): format is (typeof SHEET_FILES)[number] => format in SHEETS;

export interface ExportMenuProps {
  readonly kind: ReportKind;
  /** Query of the report as it is in the address now. */
  readonly query: () => ReportPeriod;
  readonly onFailure: (failure: ExportFailure | null) => void;
}

/** A report as a file, made by the server; the way of one vehicle also for maps. */
export function ExportMenu({ kind, query, onFailure }: ExportMenuProps) {
  const { t } = useTranslation('reports');
  const { client } = useServices();
  const nameOf = useSheetName();
  const { busy, run } = useWrite((format: Format, signal): Promise<Answer<Blob>> => {
    const { deviceIds = [], ...asked } = query();
    const [deviceId = 0] = deviceIds;
    return isSheet(format)
      ? client.reports.file(kind.type, { ...asked, deviceIds, ...SHEETS[format] }, signal)
      : client.positions.file({ from: asked.from, to: asked.to, deviceId, format }, signal);
  });
  const save = async (format: Format): Promise<void> => {
    onFailure(null);
    const answer = await run(format);
    if (answer === null) return;
    const ending = isSheet(format) ? SHEETS[format].format : format;
    if (answer.ok)
      saveFile(nameOf(t(`reports:kind.${kind.path}.title`), ending, query()), answer.value, TYPES[ending]);
    else onFailure({ ...answer.error, format });
  };
  const { deviceIds = [], groupIds = [] } = query();
  const isOne = kind.hasTrackFiles === true && deviceIds.length === 1 && groupIds.length === 0;
  return (
    <DownloadMenu
      label={t('reports:export')}
      formats={[...SHEET_FILES, ...(isOne ? TRACK_FILES : [])].map((format) => ({
        format,
        name: t(`reports:format.${format}`),
      }))}
      busy={busy}
      isInside
      onChoose={(format) => void save(format)}
    />
  );
}
