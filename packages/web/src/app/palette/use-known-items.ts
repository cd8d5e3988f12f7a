import { foldText, isShared, PERIOD_PRESETS, reportRight } from '@rastro/fleet';
import { CircleQuestionMark } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { REPORT_SCREENS } from '../../areas/reports/kinds/registry.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { findHelp } from '../help/find-help.ts';
import { useHelpPages, useHelpTopics } from '../help/use-help.ts';
import { mayOpen } from '../screens/may-open.ts';
import { mayWrite } from '../screens/menu-entries.ts';
import { findable, findItems, MAX_PER_KIND, type Findable, type PaletteItem } from './palette-items.ts';
import { phrasesOf, readPeriodWords } from './period-words.ts';
import { SETTING_ICONS } from './setting-icons.ts';
import { SETTINGS } from './settings.ts';

/** Pages of help are few and come last, after actions. */
const MAX_HELP_PAGES = 3;

/** Reports, settings and pages of help that a text finds by what they do. Without a text there are none. */
export function useKnownItems(text: string): readonly PaletteItem[] {
  const reports = useReports();
  const settings = useSettings();
  const help = useHelp();
  const { phrases, stopWords } = usePeriodPhrases();
  const navigate = useNavigate();
  const { t } = useTranslation('common');
  return useMemo(() => {
    if (text.trim() === '') return [];
    const { preset, rest } = readPeriodWords(text, phrases, stopWords);
    const found =
      rest === '' && preset !== null
        ? reports.slice(0, MAX_PER_KIND).map(({ item }) => item)
        : findItems(reports, rest);
    const ofPeriod = found.map((item): PaletteItem =>
      preset === null
        ? item
        : {
            ...item,
            title: `${item.title} · ${t(`common:period.${preset}`)}`,
            run: () => void navigate(`${item.key}?period=${preset}&run=1`),
          },
    );
    return [...ofPeriod, ...findItems(settings, rest), ...help(rest)];
  }, [text, reports, settings, help, phrases, stopWords, navigate, t]);
}

function usePeriodPhrases() {
  const { t } = useTranslation('palette');
  return useMemo(
    () => ({
      phrases: phrasesOf(PERIOD_PRESETS.map((preset) => [preset, t(`palette:period.${preset}`)])),
      stopWords: new Set(foldText(t('palette:silent')).split(' ')),
    }),
    [t],
  );
}

/** Each by the address of its screen. */
function useReports(): readonly Findable[] {
  const { t } = useTranslation(['reports', 'palette']);
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const { may } = useRights();
  return useMemo(
    () =>
      isShared(user)
        ? []
        : REPORT_SCREENS.filter(({ type }) => may(reportRight(type))).map(({ path, icon }) => {
            const key = `/reports/${path}`;
            const title = t(`reports:kind.${path}.title`);
            const searchText = `${t(`reports:kind.${path}.about`)} ${t(`reports:kind.${path}.words`)}`;
            return findable(
              { key, kind: 'report', title, detail: '', icon, run: () => void navigate(key) },
              searchText,
            );
          }),
    [t, navigate, user, may],
  );
}

function useSettings(): readonly Findable[] {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  return useMemo(
    () =>
      SETTINGS.flatMap(({ name, path, icon, access, writes }) => {
        if (!mayWrite(writes, signedIn) || !mayOpen(access, signedIn)) return [];
        return findable(
          {
            key: `setting-${name}`,
            kind: 'setting',
            title: t(`palette:find.${name}.title`),
            detail: '',
            icon: SETTING_ICONS[icon],
            run: () => void navigate(path),
          },
          t(`palette:find.${name}.words`),
        );
      }),
    [t, navigate, signedIn],
  );
}

/** Finds pages of help that the reader may read. */
function useHelp(): (text: string) => readonly PaletteItem[] {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const topics = useHelpTopics();
  const { data } = useHelpPages();
  return useMemo(() => {
    const pages = topics.flatMap((topic) => data?.get(topic) ?? []);
    return (text) =>
      text === ''
        ? []
        : findHelp(pages, text)
            .slice(0, MAX_HELP_PAGES)
            .map(({ topic, title }): PaletteItem => ({
              key: `help-${topic}`,
              kind: 'help',
              title: t('palette:helpOn', { title }),
              detail: '',
              icon: CircleQuestionMark,
              run: () => void navigate(`/help/${topic}`),
            }));
  }, [t, navigate, topics, data]);
}
