import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { IconAction } from '../../ui/icon-action.tsx';
import { latePart } from '../../ui/late-part.tsx';
import type { HelpTopic } from './help-topics.ts';

const HelpSheet = latePart('notice', async () => (await import('./help-sheet.tsx')).HelpSheet);

/** Opens the page of help of the screen that is open, by its button or by F1. @param only The one page of a driver. */
export function HelpButton({ only }: { readonly only?: HelpTopic }) {
  const { t } = useTranslation('shell');
  const matches = useMatches();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'F1') return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <IconAction label={t('shell:help')} onClick={() => setOpen(true)}>
        {/* A letter, not an icon: every page begins with it. */}
        <b aria-hidden>?</b>
      </IconAction>
      {isOpen && <HelpSheet screen={matches.at(-1)?.handle} only={only} onClose={() => setOpen(false)} />}
    </>
  );
}
