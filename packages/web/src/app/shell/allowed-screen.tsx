import { RIGHTS, type Right } from '@rastro/fleet';
import { useState, type ReactNode } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';

/** What a screen needs; stands with its route. */
export type ScreenNeeds = Right | 'administrator';

const LOST = { state: { isLost: true } } as const;

/**
 * The open screen. Who could see it and may not any more is led home, where it is said (`LostScreen`). Who comes by
 * an address without the right is told by the screen itself.
 */
export function AllowedScreen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { user } = useSignedIn();
  const { may } = useRights();
  const needs = needsOf(useMatches().at(-1)?.handle);
  const [allowedAt, setAllowedAt] = useState<string | null>(null);
  const isAllowed = needs === null || (needs === 'administrator' ? user.administrator : may(needs));
  if (isAllowed && allowedAt !== pathname) setAllowedAt(pathname);
  if (!isAllowed && allowedAt === pathname) return <Navigate to="/home" replace {...LOST} />;
  return children;
}

/** The person was led here from a screen that is not theirs any more. */
export function useIsLost(): boolean {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'isLost' in state && state.isLost === true;
}

const NEEDS: readonly ScreenNeeds[] = ['administrator', ...RIGHTS];

function needsOf(handle: unknown): ScreenNeeds | null {
  if (typeof handle !== 'object' || handle === null || !('needs' in handle)) return null;
  return NEEDS.find((need) => need === handle.needs) ?? null;
}
