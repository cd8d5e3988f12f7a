import { ok } from '@rastro/base';
import type { ExtensionRoutes, SentBodyOf } from '@rastro/fleet/api';
import type { WallView } from '@rastro/fleet/figures';
import { WALL_HEADER, type NewWall, type Wall } from '@rastro/fleet/layouts';
import { Caller, readJson, type Answer, type CallerOptions } from './caller.ts';

export interface WallCalls {
  /** Those of the caller that are not over, the newest first. */
  list(signal: AbortSignal): Promise<Answer<readonly Wall[]>>;
  /** @returns its token, this once. */
  add(wall: SentBodyOf<ExtensionRoutes['POST /walls']>, signal: AbortSignal): Promise<Answer<NewWall>>;
  remove(id: number, signal: AbortSignal): Promise<Answer<null>>;
  /**
   * Figures of a wall, by what its link has; without a session, also where the browser has one.
   * @param known `countedAt` of what is shown. @returns null = nothing is newer.
   */
  view(token: string, known: number | null, signal: AbortSignal): Promise<Answer<WallView | null>>;
}

export function wallCalls(caller: Caller<ExtensionRoutes>, options: CallerOptions): WallCalls {
  return {
    list: (signal) => caller.json('GET /walls', {}, signal),
    add: (json, signal) => caller.json('POST /walls', { json }, signal),
    remove: (id, signal) => caller.done('DELETE /walls/:id', { params: { id } }, signal),
    view: async (token, known, signal) => {
      const wall = new Caller<ExtensionRoutes>({
        ...options,
        fetch: (input, init) =>
          options.fetch(input, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' }),
        headers: { [WALL_HEADER]: token },
      });
      const query = known === null ? {} : { known };
      const answer = await wall.send('GET /wall', { query }, signal);
      if (!answer.ok) return answer;
      return answer.value.status === 204 ? ok(null) : readJson<WallView>(answer.value, 'other');
    },
  };
}
