import type { Position } from '@rastro/fleet';
import type { Answer } from '@rastro/tracking-client';

type Ask = (ids: readonly number[], signal: AbortSignal) => Promise<Answer<readonly Position[]>>;

export interface RecordedPositions {
  /** One of the past, asked for together with those that others want in this moment; null = it is not there. */
  read(id: number): Promise<Answer<Position | null>>;
}

const TOGETHER_MS = 100;

/** Reads single positions for the rows of a list with one request. */
export function createRecordedPositions(ask: Ask): RecordedPositions {
  let waiting: { readonly ids: Set<number>; readonly answer: ReturnType<Ask> } | null = null;

  function begin(): NonNullable<typeof waiting> {
    const ids = new Set<number>();
    const answer = new Promise<void>((resolve) => setTimeout(resolve, TOGETHER_MS)).then(() => {
      waiting = null;
      return ask([...ids], new AbortController().signal);
    });
    return { ids, answer };
  }
  return {
    read: async (id) => {
      waiting ??= begin();
      waiting.ids.add(id);
      const answer = await waiting.answer;
      return answer.ok
        ? { ok: true, value: answer.value.find((position) => position.id === id) ?? null }
        : answer;
    },
  };
}
