import { useId, useRef, useState, type ReactNode } from 'react';
import styles from '../live-map.module.css';

export interface ControlButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly controls?: string;
  readonly children: ReactNode;
}

/** One square button at the edge of the map; its name is for screen readers and tooltips only. */
export function ControlButton({
  label,
  onClick,
  isPressed,
  isExpanded,
  controls,
  children,
}: ControlButtonProps) {
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-controls={isExpanded === true ? controls : undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** A button that opens a panel next to itself. Escape closes it, and so does leaving it. */
export function ControlPopover({
  label,
  icon,
  isMenu = false,
  children,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  /** The panel is a menu: whatever button is chosen in it closes it. */
  readonly isMenu?: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  return (
    // Escape and leaving bubble up from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      className={styles['layers']}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) close();
      }}
      onClick={(event) => {
        if (isMenu && panel.current?.contains(event.target as Node) === true) close();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <ControlButton label={label} isExpanded={isOpen} controls={panelId} onClick={() => setOpen(!isOpen)}>
        {icon}
      </ControlButton>
      {isOpen ? (
        <div id={panelId} ref={panel} className={styles['layersPanel']} data-map-panel>
          {children}
        </div>
      ) : null}
    </div>
  );
}
