import type { ApiFailure } from '@rastro/tracking-client';
import { useServices } from '../services.tsx';

/** For what writes many things at once and keeps its own account of them: a 401 ends the session here, too. */
export function useNoticeFailures(): (failures: readonly { readonly failure: ApiFailure }[]) => void {
  const { session } = useServices();
  return (failures) => {
    if (failures.some(({ failure }) => failure.status === 401)) session.expire();
  };
}
