import { MINUTE_MS } from '@rastro/base';
import { NativeSelect } from '@mantine/core';
import { ACCESS_KINDS } from '@rastro/fleet';
import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { PeriodPicker } from '../../kernel/period/period-picker.tsx';
import { periodOf, readPeriod, writePeriod, type Period } from '../../kernel/period/period.ts';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './logs.module.css';
import { PagedLines } from './paged-lines.tsx';
import { isOfNobody, readAccessLogQuestion, useAccessLog, type AccessLogQuestion } from './use-access-log.ts';
import { AccessLogLines } from './access-log-lines.tsx';
import { AccessLogSheetMenu } from './access-log-sheet-menu.tsx';

type Subject = 'device' | 'driver' | 'user';
const TITLES = {
  device: 'logs:viewings.title',
  driver: 'logs:viewings.titleOfDriver',
  user: 'logs:viewings.titleOfUser',
} as const;
const subjectOf = ({ of }: AccessLogQuestion): Subject =>
  'userId' in of ? 'user' : 'driverId' in of ? 'driver' : 'device';

/** Access log: users who saw the positions of a vehicle or a driver, or the positions that a user saw. */
export function AccessLogPanel() {
  const [search] = useSearchParams();
  return isOfNobody(readAccessLogQuestion(search)) ? <NoSubject /> : <SubjectAccessLog />;
}

function NoSubject() {
  const { t } = useTranslation('logs');
  const navigate = useNavigate();
  return (
    <Panel title={t('logs:viewings.title')}>
      <ListMessage
        icon={<Eye aria-hidden />}
        title={t('logs:viewings.choose')}
        text={t('logs:viewings.chooseText')}
        action={{ label: t('logs:viewings.vehicles'), onClick: () => void navigate('/devices') }}
      />
    </Panel>
  );
}

function SubjectAccessLog() {
  const { t } = useTranslation('logs');
  const [search, setSearch] = useSearchParams();
  const now = useNow(MINUTE_MS);
  const hasPeriod = ['period', 'from'].some((name) => search.has(name));
  const choice = hasPeriod ? readPeriod(search) : ({ preset: '7d' } as const);
  const period = periodOf(choice, now, usePlace());
  const accessLogQuestion = readAccessLogQuestion(search);
  const set = (name: string, value: string): void =>
    setSearch(
      (old) => {
        if (value === '') old.delete(name);
        else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  const subject = subjectOf(accessLogQuestion);
  return (
    <Panel
      title={t(TITLES[subject])}
      back={`/${subject}s/${search.get(subject) ?? ''}`}
      badge={<AccessLogSheetMenu {...{ question: accessLogQuestion, period }} />}
      expandable
      tall
    >
      <div className={styles.tools}>
        <PeriodPicker
          choice={choice}
          period={period}
          onChange={(next) => setSearch((old) => writePeriod(old, next), { replace: true })}
        />
        <Narrowed question={accessLogQuestion} onSet={set} />
      </div>
      <FoundEntries
        {...{ question: accessLogQuestion, period }}
        onReset={() =>
          setSearch(
            (old) => {
              for (const name of ['q', 'kind']) old.delete(name);
              return old;
            },
            { replace: true },
          )
        }
      />
    </Panel>
  );
}

interface NarrowedProps {
  readonly question: AccessLogQuestion;
  /** Writes a part of the address; empty = away with it. */
  readonly onSet: (name: string, value: string) => void;
}

/** Filters and order of the list. */
function Narrowed({ question, onSet }: NarrowedProps) {
  const { t } = useTranslation('logs');
  return (
    <>
      {!('userId' in question.of) && (
        <SearchField
          label={t('logs:viewings.search')}
          value={question.text}
          onChange={(value) => onSet('q', value)}
        />
      )}
      <div className={styles.filters}>
        <NativeSelect
          size="xs"
          aria-label={t('logs:viewings.how')}
          data={[
            { value: '', label: t('logs:viewings.every') },
            ...ACCESS_KINDS.map((value) => ({ value, label: t(`logs:viewings.kind.${value}`) })),
          ]}
          value={question.kind ?? ''}
          onChange={(event) => onSet('kind', event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          aria-label={t('logs:order')}
          data={[
            { value: '', label: t('logs:newest') },
            { value: 'oldest', label: t('logs:oldest') },
          ]}
          value={question.isOldestFirst ? 'oldest' : ''}
          onChange={(event) => onSet('sort', event.currentTarget.value)}
        />
      </div>
    </>
  );
}

interface FoundProps {
  readonly question: AccessLogQuestion;
  readonly period: Period;
  readonly onReset: () => void;
}

function FoundEntries({ question, period, onReset }: FoundProps) {
  const { t } = useTranslation('logs');
  const { data, ...query } = useAccessLog(question, period);
  const lines = data?.pages.flatMap((accessLogPage) => accessLogPage.lines);
  const [first] = data?.pages ?? [];
  const empty =
    first?.driven?.vehicles === 0
      ? { title: t('logs:viewings.notDriven'), text: t('logs:viewings.notDrivenText') }
      : { title: t('logs:viewings.empty'), text: t('logs:viewings.emptyText') };
  return (
    <>
      {first?.driven && (
        <p className={styles.about}>
          {t(first.driven.byCheckInsAlone ? 'logs:viewings.byCheckIns' : 'logs:viewings.byHours')}
        </p>
      )}
      <PagedLines
        query={query}
        count={lines?.length}
        label={t(TITLES[subjectOf(question)])}
        failed={t('logs:viewings.failed')}
        empty={{ icon: Eye, ...empty }}
        notFound={
          question.kind === null && question.text === ''
            ? null
            : { title: t('logs:notFound'), text: t('logs:notFoundText'), onReset }
        }
        note={t('logs:viewings.kept', { count: first?.keptDays ?? 0 })}
      >
        <AccessLogLines lines={lines ?? []} of={question.of} />
      </PagedLines>
    </>
  );
}
