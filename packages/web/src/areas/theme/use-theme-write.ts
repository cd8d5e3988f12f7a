import type { BrandTheme, Theme } from '@rastro/fleet';
import type { Answer, ApiFailure } from '@rastro/tracking-client';
import { useState } from 'react';
import { useServices } from '../../kernel/services.tsx';

export type ThemeAction = 'draft' | 'publish' | 'undo';
export type ThemeWrite = (
  action: ThemeAction,
  theme: BrandTheme,
  signal: AbortSignal,
) => Promise<Answer<Theme>>;
/** The attempted action, and the theme that another user saved meanwhile. */
export interface Theirs {
  readonly action: ThemeAction;
  readonly theme: Theme;
}

export const isStale = ({ status }: ApiFailure): boolean => status === 409;

/** Writes over the version that the user has seen, and over no other: that one is read and shown instead. */
export function useThemeWrite(seen: string): {
  readonly write: ThemeWrite;
  readonly theirs: Theirs | null;
  readonly forget: () => void;
} {
  const { extension } = useServices();
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const write: ThemeWrite = async (action, theme, signal) => {
    const version = theirs?.theme.version ?? seen;
    const calls = extension.theme;
    const answer = await {
      draft: () => calls.saveDraft({ theme, version }, signal),
      publish: () => calls.publish({ theme, version }, signal),
      undo: () => calls.undo(version, signal),
    }[action]();
    if (answer.ok || !isStale(answer.error)) return answer;
    const now = await extension.theme.read(signal);
    if (now.ok) setTheirs({ action, theme: now.value });
    return answer;
  };
  return { write, theirs, forget: () => setTheirs(null) };
}
