import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));

/** Opens the palette: by Ctrl K or ⌘ K from anywhere, or by its button. */
export function PaletteDoor() {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  /** What had the focus, and gets it back. */
  const before = useRef<Element | null>(null);
  const open = (): void => {
    before.current = document.activeElement;
    setOpen(true);
  };
  const close = (): void => setOpen(false);
  useEffect(() => {
    // Only when the palette is gone does it no longer hold the focus.
    if (!isOpen && before.current instanceof HTMLElement) before.current.focus();
  }, [isOpen]);
  const toggle = useEffectEvent(() => (isOpen ? close() : open()));
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
      <IconAction label={t('shell:palette')} onClick={open}>
        <Search size={19} aria-hidden />
      </IconAction>
      {isOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={close} />
        </Suspense>
      )}
    </>
  );
}
