import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

export interface IconActionProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
  /** For a switch. */
  readonly pressed?: boolean;
  /** For what opens something. */
  readonly expanded?: boolean;
}

/** A button that is only an icon: its label is read aloud and shown on hover and focus. */
export function IconAction({ label, onClick, children, pressed, expanded }: IconActionProps) {
  return (
    <Tooltip
      label={label}
      withinPortal={false}
      openDelay={400}
      events={{ hover: true, focus: true, touch: false }}
    >
      <ActionIcon
        variant={pressed === true ? 'light' : 'subtle'}
        color={pressed === true ? 'brand' : 'gray'}
        size={36}
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
