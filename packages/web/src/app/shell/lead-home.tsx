import { Navigate, useLocation } from 'react-router';

/** Why a user was led home: the page is not theirs any more, not theirs, or does not exist. */
export const HOME_REASONS = ['lost', 'forbidden', 'unknown'] as const;
export type HomeReason = (typeof HOME_REASONS)[number];
export interface Notice {
  readonly reason: HomeReason;
  /** The address that was asked for. */
  readonly asked: string;
}

/** Leads home, where the reason is shown; from the bare address to the login, which knows where a user lands. */
export function LeadHome({ reason }: { reason: HomeReason }) {
  const { pathname } = useLocation();
  if (pathname === '/') return <Navigate to="/login" replace />;
  return <Navigate to="/home" replace state={{ notice: { reason, asked: pathname } satisfies Notice }} />;
}
