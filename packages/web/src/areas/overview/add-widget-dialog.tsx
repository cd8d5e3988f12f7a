import { Button, TextInput } from '@mantine/core';
import { foldText, searchWords } from '@rastro/fleet';
import {
  LAYOUT_LIMITS,
  WIDGET_KINDS,
  isWidgetKind,
  place,
  type Widget,
  type WidgetKind,
} from '@rastro/fleet/layouts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../kernel/services.tsx';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import { hiddenReason } from './may-see.ts';
import styles from './overview.module.css';
import { WIDGETS } from './widgets/registry.ts';

export interface AddWidgetDialogProps {
  readonly widgets: readonly Widget[];
  readonly onChange: (widgets: readonly Widget[]) => void;
  readonly onClose: () => void;
}

/** Everything that may be added, by what it shows. */
export function AddWidgetDialog({ widgets, onChange, onClose }: AddWidgetDialogProps) {
  const { t } = useTranslation('overview');
  const [text, setText] = useState('');
  const signedIn = useSignedIn();
  const words = searchWords(text);
  const offered = Object.keys(WIDGET_KINDS).filter(
    (kind): kind is WidgetKind => isWidgetKind(kind) && hiddenReason(kind, signedIn) === null,
  );
  const found = offered.filter((kind) => {
    const haystack = foldText(`${t(`overview:kind.${kind}`)} ${t(`overview:about.${kind}`)}`);
    return words.every((word) => haystack.includes(word));
  });
  const isFull = widgets.length >= LAYOUT_LIMITS.widgets;
  const add = (kind: WidgetKind): void => {
    const box = { ...WIDGETS[kind].size, x: 0, y: 0 };
    onChange(place(widgets, { id: newId(widgets), kind, settings: {}, ...box }));
    onClose();
  };
  return (
    <Modal
      title={t('overview:add.title')}
      lead={isFull ? t('overview:add.full') : undefined}
      onClose={onClose}
    >
      <TextInput
        aria-label={t('overview:add.search')}
        placeholder={t('overview:add.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={styles.offers}>
        {found.map((kind) => {
          const { icon: Icon } = WIDGETS[kind];
          return (
            <li key={kind}>
              <button type="button" className={styles.offer} disabled={isFull} onClick={() => add(kind)}>
                <Icon size={18} aria-hidden />
                <span>
                  {t(`overview:kind.${kind}`)}
                  <small>{t(`overview:about.${kind}`)}</small>
                </span>
              </button>
            </li>
          );
        })}
        {found.length === 0 && <li>{t('overview:add.none')}</li>}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('overview:add.close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** Not given in this overview; another browser may add one at the same time. */
function newId(widgets: readonly Widget[]): string {
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    const id = `w${number.toString(36)}`;
    if (!widgets.some((each) => each.id === id)) return id;
  }
}
