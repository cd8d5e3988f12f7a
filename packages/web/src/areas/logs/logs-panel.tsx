import { MINUTE_MS } from '@rastro/base';
import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { PeriodPicker } from '../../kernel/period/period-picker.tsx';
import { periodOf, readPeriod, writePeriod, type Period } from '../../kernel/period/period.ts';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LogFilters } from './log-filters.tsx';
import { LogLines } from './log-lines.tsx';
import { LOG_TABS, readQuestion, type LogQuestion } from './log-question.ts';
import { LogSheetMenu } from './log-sheet-menu.tsx';
import styles from './logs.module.css';
import { PagedLines } from './paged-lines.tsx';
import { useLogs, useLogUsers } from './use-logs.ts';

/** Audit log: user, action, time, origin, and the values before. */
export function LogsPanel() {
  const { t } = useTranslation('logs');
  const [search, setSearch] = useSearchParams();
  const now = useNow(MINUTE_MS);
  const choice = readPeriod(search);
  const period = periodOf(choice, now, usePlace());
  const question = readQuestion(search);
  const users = useLogUsers();
  const set = (name: string, value: string): void =>
    setSearch(
      (old) => {
        if (value === '') old.delete(name);
        else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  return (
    <Panel title={t('logs:title')} badge={<LogSheetMenu {...{ question, period, users }} />} expandable tall>
      <Tabs
        className={styles.tabs}
        value={question.tab}
        onChange={(tab) => setSearch({ tab: tab ?? 'server' }, { replace: true })}
      >
        <Tabs.List>
          {LOG_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`logs:tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <div className={styles.tools}>
        <PeriodPicker
          choice={choice}
          period={period}
          onChange={(next) => setSearch((old) => writePeriod(old, next), { replace: true })}
        />
        <LogFilters question={question} users={users} onSet={set} />
      </div>
      <FoundLines
        {...{ question, period, users }}
        onOnly={(id) => set('object', String(id))}
        onReset={() => setSearch({ tab: question.tab }, { replace: true })}
      />
    </Panel>
  );
}

interface FoundLinesProps {
  readonly question: LogQuestion;
  readonly period: Period;
  readonly users: ReturnType<typeof useLogUsers>;
  readonly onOnly: (objectId: number) => void;
  readonly onReset: () => void;
}

function FoundLines({ question, period, users, onOnly, onReset }: FoundLinesProps) {
  const { t } = useTranslation('logs');
  const { data, ...query } = useLogs(question, period);
  const lines = data?.pages.flatMap((page) => page.lines);
  const isNarrowed = question.userId > 0 || question.objectId > 0 || question.action + question.text !== '';
  return (
    <PagedLines
      query={query}
      count={lines?.length}
      label={t('logs:title')}
      failed={t('logs:failed')}
      empty={{ icon: ScrollText, title: t('logs:empty'), text: t('logs:emptyText') }}
      notFound={isNarrowed ? { title: t('logs:notFound'), text: t('logs:notFoundText'), onReset } : null}
    >
      <LogLines lines={lines ?? []} nameOf={users.nameOf} onOnly={onOnly} />
    </PagedLines>
  );
}
