import {
  startHttpSimulator,
  type HttpSimulator,
  type SeenRequest,
  type SimulatedAnswer,
} from '../http-simulator.ts';

/** `wrongSize` and `nullCells` are about matrices: one row too few, and no way to the first place. */
export type RouterFault =
  | 'slow'
  | 'error'
  | 'garbage'
  | 'cut'
  | 'wrongSize'
  | 'nullCells'
  | 'allNull'
  | 'noRoute'
  | 'tooLarge'
  | 'forbidden';

export interface RouterSimulator extends Pick<HttpSimulator, 'url' | 'requests' | 'close'> {
  /** From now on, for so many requests; null = none. */
  fail(fault: RouterFault | null, times?: number): void;
}
type Cell = number | null;
/** Rows as the present fault leaves them. */
export type Spoil = (rows: readonly (readonly Cell[])[]) => readonly (readonly Cell[])[];
export type Answer = (request: SeenRequest, spoil: Spoil) => SimulatedAnswer;

/** @param errors Answers of the service about what it cannot do. */
export async function startFailing(
  answer: Answer,
  errors: Readonly<Record<'noRoute' | 'tooLarge', SimulatedAnswer>>,
): Promise<RouterSimulator> {
  let fault: RouterFault | null = null;
  let left = 0;
  const service = await startHttpSimulator((request) => {
    const present = left > 0 ? fault : null;
    left--;
    if (present === 'slow') return 'hang';
    if (present === 'cut') return 'cut';
    if (present === 'error') return { status: 500, body: 'Internal Server Error' };
    if (present === 'forbidden') return { status: 403, body: '{}' };
    if (present === 'garbage') return { status: 200, body: '<html>not what you think</html>' };
    if (present === 'noRoute' || present === 'tooLarge') return errors[present];
    return answer(request, (rows) => spoiled(rows, present));
  });
  return {
    url: service.url,
    requests: service.requests,
    close: () => service.close(),
    fail: (next, times = Infinity) => {
      fault = next;
      left = times;
    },
  };
}

function spoiled(
  rows: readonly (readonly Cell[])[],
  fault: RouterFault | null,
): readonly (readonly Cell[])[] {
  if (fault === 'wrongSize') return rows.slice(1);
  if (fault === 'nullCells') return rows.map(([, ...cells]) => [null, ...cells]);
  if (fault === 'allNull') return rows.map((cells) => cells.map(() => null));
  return rows;
}
export const json = (body: unknown, status = 200): SimulatedAnswer => ({
  status,
  body: JSON.stringify(body),
});
