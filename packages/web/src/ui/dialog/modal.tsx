import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import styles from './dialog.module.css';

export interface ModalProps {
  /** Names the dialog. */
  readonly title: ReactNode;
  /** Description, read out after its name. */
  readonly lead?: ReactNode;
  /** It asks something: a press outside does not close it. */
  readonly isQuestion?: boolean;
  /** Something is under way: it stays. */
  readonly busy?: boolean;
  readonly onClose: () => void;
  /** Looks of its own; absent = those of the house. */
  readonly classNames?: { readonly box?: string | undefined; readonly title?: string | undefined };
  /** Between title and content, e.g. a way to close it. */
  readonly beside?: ReactNode;
  /** Element that gets the focus first; absent = the first focusable one. */
  readonly focus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/**
 * The frame of every dialog: over everything, keeps the focus in and gives it back, Escape closes. It is there as
 * long as it is mounted.
 */
export function Modal(props: ModalProps) {
  const {
    title,
    lead,
    isQuestion = false,
    busy = false,
    onClose,
    classNames,
    beside,
    focus,
    children,
  } = props;
  const Kind = isQuestion ? AlertDialog : Dialog;
  const heading = <Kind.Title className={classNames?.title ?? styles.title}>{title}</Kind.Title>;
  return (
    <Kind.Root open onOpenChange={(open) => !open && !busy && onClose()}>
      <Kind.Portal>
        {/* Over a sheet, too, which is a dialog itself. */}
        <Kind.Backdrop forceRender className={styles.backdrop} />
        <Kind.Popup
          className={classNames?.box ?? styles.dialog}
          {...(focus === undefined ? {} : { initialFocus: focus })}
        >
          {beside === undefined ? (
            heading
          ) : (
            <header className={styles.header}>
              {heading}
              {beside}
            </header>
          )}
          {lead !== undefined && <Kind.Description className={styles.text}>{lead}</Kind.Description>}
          {children}
        </Kind.Popup>
      </Kind.Portal>
    </Kind.Root>
  );
}

/** Error in the user's language; read out at once. */
export function DialogFailure({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className={styles.failure} role="alert">
      {text}
    </p>
  );
}

/** The buttons of a dialog, at its end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
