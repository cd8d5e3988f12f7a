import { Button } from '@mantine/core';
import type { CostContent, CostLine, CostPage } from '@rastro/fleet/costs';
import { FileUp, Plus, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { CostDialog } from './cost-dialog.tsx';
import { CostFilters } from './cost-filters.tsx';
import { CostForm } from './cost-form.tsx';
import { KindIcon } from './cost-kind.tsx';
import { isNarrowed, type CostViewProps } from './cost-question.ts';
import { CostRows } from './cost-rows.tsx';
import styles from './costs.module.css';
import { useCosts } from './use-costs.ts';

const ROW_PX = 56;

/** Lines of the ledgers, with what they add up to. */
export function LinesView({ view, onSet }: CostViewProps) {
  const { t } = useTranslation('costs');
  const query = useCosts(view);
  const failure = useListFailure(query, t('costs:failed'));
  const [draft, setDraft] = useState<Partial<CostContent> | null>(null);
  const [opened, setOpened] = useState<CostLine | null>(null);
  const lines = query.data?.pages.flatMap((page) => page.lines);
  const begin = (): void => setDraft(view.deviceId > 0 ? { deviceId: view.deviceId } : {});
  return (
    <div className={styles.page}>
      <CostFilters view={view} onSet={onSet}>
        <NewCosts onNew={begin} />
      </CostFilters>
      <KindSums sums={query.data?.pages[0]?.sums} view={view} onSet={onSet} />
      <ListView
        count={lines?.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: ReceiptText, title: t('costs:empty'), text: t('costs:emptyText') }}
        notFound={
          isNarrowed(view)
            ? {
                title: t('costs:notFound'),
                text: t('costs:notFoundText'),
                onReset: () => onSet({ q: '', kind: '', month: '', device: '' }),
              }
            : null
        }
      >
        <CostRows lines={lines ?? []} onOpen={setOpened} />
        <FurtherLines failure={failure?.text ?? null} more={t('costs:more')} query={query} />
      </ListView>
      {draft !== null && (
        <CostForm
          line={null}
          draft={draft}
          onDone={() => {
            setDraft(null);
            setOpened(null);
          }}
          onClose={() => setDraft(null)}
        />
      )}
      {draft === null && opened !== null && (
        <CostDialog
          // As it is now, where it was changed meanwhile.
          line={lines?.find(({ id }) => id === opened.id) ?? opened}
          onCredit={setDraft}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

function NewCosts({ onNew }: { readonly onNew: () => void }) {
  const { t } = useTranslation('costs');
  const navigate = useNavigate();
  const { may, isReadonly } = useRights();
  if (isReadonly || !may('costs.create')) return null;
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<FileUp size={14} aria-hidden />}
        onClick={() => void navigate('/costs/import')}
      >
        {t('costs:import.open')}
      </Button>
      <Button size="sm" leftSection={<Plus size={14} aria-hidden />} onClick={onNew}>
        {t('costs:new')}
      </Button>
    </>
  );
}

interface KindSumsProps extends CostViewProps {
  /** Undefined = not known yet. */
  readonly sums: CostPage['sums'] | undefined;
}
/** Sums of the filter by kind; a press shows only this one. */
function KindSums({ sums = [], view, onSet }: KindSumsProps) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const found = sums.filter(({ count }) => count > 0);
  if (found.length === 0) return null;
  const total = found.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <ul className={styles.sums} aria-label={t('costs:sums')}>
      <li>
        <button type="button" aria-pressed={view.kind === null} onClick={() => onSet({ kind: '' })}>
          <span>{t('costs:total')}</span>
          <strong>{format.money(total)}</strong>
        </button>
      </li>
      {found.map(({ kind, count, cents }) => (
        <li key={kind}>
          <button
            type="button"
            aria-pressed={view.kind === kind}
            onClick={() => onSet({ kind: view.kind === kind ? '' : kind })}
          >
            <span>
              <KindIcon kind={kind} /> {t(`costs:kind.${kind}`)} ({count})
            </span>
            <strong>{format.money(cents)}</strong>
          </button>
        </li>
      ))}
    </ul>
  );
}
