import type { ServerFeature } from '@rastro/fleet';
import type { ServerAnswer } from '@rastro/tracking-client';
import { useSignedIn } from './services.tsx';

/** Whether the tracking server has a feature; one that does not say has all of them. */
export const hasFeature = ({ features }: Pick<ServerAnswer, 'features'>, name: ServerFeature): boolean =>
  features?.includes(name) ?? true;

/** Whether commands change without news on the live socket: they are asked for again. */
export const useCommandsArePolled = (): boolean =>
  useSignedIn().server.trackingServer?.startsWith('traccar') === true;

/** Whether the tracking server of this installation has a feature: what needs another one is not offered. */
export function useFeature(name: ServerFeature): boolean {
  return hasFeature(useSignedIn().server, name);
}
