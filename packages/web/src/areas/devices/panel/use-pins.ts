import type { ApiFailure } from '@rastro/tracking-client';
import { useSignedIn } from '../../../kernel/services.tsx';
import { useOwnAttribute } from '../../../kernel/use-own-attribute.ts';
import { PINNED_ATTRIBUTE, readPins, togglePin } from './pinned-attributes.ts';

export interface Pins {
  readonly pins: readonly string[];
  readonly toggle: (key: string) => Promise<ApiFailure | null>;
}

/** The attributes that the user wants to see first. */
export function usePins(): Pins {
  const { server, branding } = useSignedIn();
  const { value, save } = useOwnAttribute(PINNED_ATTRIBUTE, 'pinned');
  const pins = readPins(value, server.server.attributes[`${branding.brand}.${PINNED_ATTRIBUTE}`]);
  return { pins, toggle: (key) => save(togglePin(pins, key).join(',')) };
}
