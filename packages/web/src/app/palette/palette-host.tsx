import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import { latePart } from '../../ui/late-part.tsx';
import type { ChosenAction } from './action-dialog.tsx';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';

const load = () => import('./command-palette.tsx');
const ActionDialog = latePart('notice', async () => (await import('./action-dialog.tsx')).ActionDialog);
const ShortcutsDialog = latePart(
  'notice',
  async () => (await import('../keyboard/shortcuts-dialog.tsx')).ShortcutsDialog,
);
const CommandPalette = latePart('notice', async () => (await load()).CommandPalette);
/** By then the first screen is there, and what is typed right after the keys is not lost. */
const PRELOAD_MS = 3_000;

/** Opens the palette: by Ctrl K or ⌘ K from anywhere, or by its button; and listens to the single keys. */
export function PaletteHost() {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const [action, setAction] = useState<ChosenAction | null>(null);
  const [isHelping, setHelping] = useState(false);
  useShortcuts({ onSearch: () => setOpen(true), onHelp: () => setHelping(true) });
  const toggle = useEffectEvent(() => setOpen(!isOpen));
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <IconAction label={t('shell:palette')} onClick={() => setOpen(true)}>
        <Search size={19} aria-hidden />
      </IconAction>
      {action !== null && <ActionDialog {...action} onClose={() => setAction(null)} />}
      {isHelping && <ShortcutsDialog onClose={() => setHelping(false)} />}
      {isOpen && <CommandPalette onClose={() => setOpen(false)} onAction={setAction} />}
    </>
  );
}
