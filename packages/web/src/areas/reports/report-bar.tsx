import { Button, Menu, NativeSelect, Switch } from '@mantine/core';
import { Columns3, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import { ExportMenu } from './export-menu.tsx';
import { GROUPINGS } from './report-address.ts';
import type { ExportFailure } from './report-states.tsx';
import styles from './reports.module.css';
import { useRights } from '../../kernel/use-rights.ts';
import { SaveReport } from './saved/save-report.tsx';
import type { Report } from './use-report.ts';

export interface ReportBarProps {
  readonly report: Report;
  readonly mayExport: boolean;
  /** Shows the questions again; null = they stay. */
  readonly tools: { readonly isOpen: boolean; readonly onToggle: () => void } | null;
  readonly onLoad: () => void;
  readonly onExportFailure: (failure: ExportFailure | null) => void;
}

/** Load, stop, and how it is shown. @source docs/reference/requirements.md SPEC §3 "Reports screen" */
export function ReportBar({ report, mayExport, tools, onLoad, onExportFailure }: ReportBarProps) {
  const { t } = useTranslation('reports');
  const { kind, address, change, run, scope, query } = report;
  const { isReadonly } = useRights();
  const isReading = run.state?.state === 'reading';
  return (
    <div className={styles.bar}>
      {isReading ? (
        <Button size="compact-sm" variant="default" onClick={run.cancel}>
          {t('reports:cancel')}
        </Button>
      ) : (
        <Button size="compact-sm" disabled={scope.deviceIds === undefined} onClick={onLoad}>
          {t('reports:load')}
        </Button>
      )}
      {tools !== null && (
        <IconAction label={t('reports:tools')} expanded={tools.isOpen} onClick={tools.onToggle}>
          <SlidersHorizontal size={16} aria-hidden />
        </IconAction>
      )}
      <span className={styles.spring} />
      {kind.marker !== undefined && (
        <Switch
          size="xs"
          label={t('reports:markers')}
          checked={address.hasMarkers}
          onChange={(event) => change({ hasMarkers: event.currentTarget.checked })}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label={t('reports:grouping.label')}
        value={address.grouping}
        data={GROUPINGS.map((name) => ({ value: name, label: t(`reports:grouping.${name}`) }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change({ grouping: GROUPINGS.find((name) => name === value) ?? 'none' });
        }}
      />
      <ColumnMenu report={report} />
      {mayExport && !isReadonly && <SaveReport report={report} />}
      {mayExport && <ExportMenu kind={kind} query={query} onFailure={onExportFailure} />}
    </div>
  );
}

function ColumnMenu({ report: { kind, columns, change } }: { readonly report: Report }) {
  const { t } = useTranslation('reports');
  const visibleIds = columns.map(({ head }) => head.id);
  return (
    <Menu position="bottom-end" withinPortal={false} closeOnItemClick={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<Columns3 size={14} aria-hidden />}>
          {t('reports:columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {kind.columns.slice(1).map(({ id }) => (
          <Menu.CheckboxItem
            key={id}
            checked={visibleIds.includes(id)}
            onChange={() =>
              change({
                columns: visibleIds.includes(id)
                  ? visibleIds.filter((each) => each !== id)
                  : [...visibleIds, id],
              })
            }
          >
            {t(`reports:column.${id}`)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
