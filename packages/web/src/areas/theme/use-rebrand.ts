import { useServices } from '../../kernel/services.tsx';

const TIMEOUT_MS = 15_000;

/** What was published is seen on this page, too, without loading it again. */
export function useRebrand(): () => void {
  const { session } = useServices();
  return () => void session.rebrand(AbortSignal.timeout(TIMEOUT_MS)).catch(() => undefined);
}
