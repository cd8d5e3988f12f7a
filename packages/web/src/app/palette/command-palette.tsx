import { Combobox, useCombobox } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/modal.tsx';
import type { ChosenAction } from './action-dialog.tsx';
import styles from './command-palette.module.css';
import { PALETTE_KINDS, type PaletteItem } from './palette-items.ts';
import { usePaletteItems } from './use-palette-items.ts';

export interface CommandPaletteProps {
  readonly onClose: () => void;
  /** Something has to be confirmed. */
  readonly onAction: (chosen: ChosenAction) => void;
}

/** The rows that it controls are named by Mantine. */
const AS_COMBOBOX = { role: 'combobox', 'aria-autocomplete': 'list' } as const;

/** One field for everything: type, arrows, Enter. */
export function CommandPalette({ onClose, onAction }: CommandPaletteProps) {
  const { t } = useTranslation('palette');
  const [text, setText] = useState('');
  const asked = useDeferredValue(text);
  const { items, isSearching } = usePaletteItems(asked, onAction);
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ opened: true });
  useEffect(() => {
    if (items.length > 0) combobox.selectFirstOption();
    // The first row is the one that Enter takes, whenever the rows are others.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [items]);

  const isBehind = asked !== text || isSearching;
  const { submit, wait, forget } = useSubmit(items, isBehind, onClose);
  return (
    <Modal
      title={t('palette:title')}
      classNames={{ box: styles.box, title: styles.hidden }}
      focus={field}
      onClose={onClose}
    >
      <Combobox store={combobox} onOptionSubmit={submit} withinPortal={false}>
        <div className={styles.field}>
          <Search size={20} aria-hidden />
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              ref={field}
              className={styles.input}
              type="text"
              {...AS_COMBOBOX}
              aria-label={t('palette:search')}
              autoComplete="off"
              spellCheck={false}
              placeholder={t('palette:hint')}
              value={text}
              onChange={(event) => {
                forget();
                setText(event.currentTarget.value);
              }}
              onKeyDown={(event) => {
                // Without rows there is nothing to submit yet.
                if (event.key === 'Enter' && items.length === 0) wait();
              }}
            />
          </Combobox.EventsTarget>
          <kbd className={styles.key}>{t('palette:escape')}</kbd>
        </div>
        <Results items={items} />
        <p className={styles.none} role="status">
          {items.length === 0 && !isSearching ? t('palette:none', { text: asked.trim() }) : ''}
        </p>
      </Combobox>
    </Modal>
  );
}

/** Enter after fast typing runs a result for the whole text, not one still listed for less of it. */
function useSubmit(items: readonly PaletteItem[], isBehind: boolean, onClose: () => void) {
  const waits = useRef(false);
  const run = (item: PaletteItem | undefined): void => {
    if (item === undefined) return;
    // First it closes and gives the focus back; what runs may move it.
    onClose();
    item.run();
  };
  const runAwaited = useEffectEvent(() => {
    if (!waits.current) return;
    waits.current = false;
    run(PALETTE_KINDS.flatMap((kind) => items.filter((item) => item.kind === kind))[0]);
  });
  useEffect(() => {
    if (!isBehind) runAwaited();
  }, [isBehind]);
  const wait = (): void => {
    waits.current = isBehind;
  };
  return {
    submit: (key: string) => (isBehind ? wait() : run(items.find((item) => item.key === key))),
    wait,
    forget: () => {
      waits.current = false;
    },
  };
}

/** The results, by kind. */
function Results({ items }: { items: readonly PaletteItem[] }) {
  const { t } = useTranslation('palette');
  return (
    <Combobox.Options className={styles.rows} aria-label={t('palette:results')}>
      {PALETTE_KINDS.map((kind) => {
        const ofKind = items.filter((item) => item.kind === kind);
        return ofKind.length === 0 ? null : (
          <Combobox.Group key={kind} label={t(`palette:kind.${kind}`)}>
            {ofKind.map(({ key, title, detail, icon: Icon }) => (
              <Combobox.Option key={key} value={key} className={styles.row ?? ''}>
                <Icon size={18} strokeWidth={1.75} aria-hidden />
                <span className={styles.title}>{title}</span>
                <span className={styles.detail}>{detail}</span>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        );
      })}
    </Combobox.Options>
  );
}
