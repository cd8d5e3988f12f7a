import { useServices } from '../../kernel/services.tsx';

const TIMEOUT_MS = 15_000;

/** Shows a published theme on this page as well, without a reload. */
export function useRebrand(): () => void {
  const { session } = useServices();
  return () => void session.rebrand(AbortSignal.timeout(TIMEOUT_MS)).catch(() => undefined);
}
