import { TextInput } from '@mantine/core';
import { CircleQuestionMark, Printer, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import { IconAction } from '../../ui/icon-action.tsx';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { findHelp } from './find-help.ts';
import { HelpArticle } from './help-article.tsx';
import { HelpPaper } from './help-paper.tsx';
import { HELP_PAGES, HELP_SECTIONS, isHelpTopic } from './help-topics.ts';
import styles from './help.module.css';
import type { HelpPage } from './load-help.ts';
import { useHelpPages, useHelpTopics } from './use-help.ts';

const ROW_PX = 48;

/** Help by its address: the index with its search, or a page. */
export function HelpScreen() {
  const { t } = useTranslation('help');
  const { topic } = useParams();
  const topics = useHelpTopics();
  const { data, isError, refetch } = useHelpPages();
  if (data === undefined)
    return (
      <Panel title={t('help:title')}>
        {isError ? (
          <ListMessage
            role="alert"
            icon={<CircleQuestionMark strokeWidth={1.25} aria-hidden />}
            title={t('help:failed')}
            text=""
            action={{ label: t('common:list.retry'), onClick: () => void refetch() }}
          />
        ) : (
          <ListLoading rowPx={ROW_PX} />
        )}
      </Panel>
    );
  const pages = topics.flatMap((each) => data.get(each) ?? []);
  if (topic === undefined) return <HelpIndex pages={pages} />;
  const page = isHelpTopic(topic) && topics.includes(topic) ? data.get(topic) : undefined;
  if (page === undefined) return <Navigate to="/help" replace />;
  return (
    <Panel
      title={page.title}
      back="/help"
      tall
      actions={
        <IconAction label={t('help:print')} onClick={() => window.print()}>
          <Printer size={17} aria-hidden />
        </IconAction>
      }
    >
      <HelpArticle page={page} topics={topics} />
      <HelpPaper page={page} />
    </Panel>
  );
}

function HelpIndex({ pages }: { readonly pages: readonly HelpPage[] }) {
  const { t } = useTranslation('help');
  const [text, setText] = useState('');
  const found = useMemo(() => findHelp(pages, text), [pages, text]);
  const isSearching = text.trim() !== '';
  return (
    <Panel title={t('help:title')} tall>
      <search className={styles.search}>
        <TextInput
          type="search"
          aria-label={t('help:search')}
          placeholder={t('help:search')}
          leftSection={<Search size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </search>
      <p className={styles.none} role="status">
        {isSearching && found.length === 0 ? t('help:none', { text: text.trim() }) : ''}
      </p>
      {isSearching ? (
        <Entries pages={found} label={t('help:found')} />
      ) : (
        HELP_SECTIONS.map((section) => (
          <Entries
            key={section}
            pages={found.filter(({ topic }) => HELP_PAGES.get(topic)?.section === section)}
            label={t(`help:section.${section}`)}
          />
        ))
      )}
    </Panel>
  );
}

function Entries({ pages, label }: { readonly pages: readonly HelpPage[]; readonly label: string }) {
  if (pages.length === 0) return null;
  return (
    <nav className={styles.part} aria-label={label}>
      <h2>{label}</h2>
      <ul>
        {pages.map(({ topic, title }) => (
          <li key={topic}>
            <Link to={`/help/${topic}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
