import type { CostLine } from '@rastro/fleet/costs';
import type { Answer, ExtensionClient } from '@rastro/tracking-client';
import type { NewReceipt } from './receipt-files.ts';

/** Sends receipts of a line one after the other; those that it has already are not sent again. */
export async function sendReceipts(
  costs: Pick<ExtensionClient['costs'], 'addReceipt'>,
  {
    line,
    chosen,
    onSent,
  }: {
    readonly line: CostLine;
    readonly chosen: readonly NewReceipt[];
    /** With the line as it is then. */
    readonly onSent?: (line: CostLine) => void;
  },
  signal: AbortSignal,
): Promise<Answer<CostLine>> {
  let now = line;
  for (const { id, name, bytes } of chosen) {
    if (now.receipts.some((each) => each.id === id)) continue;
    const answer = await costs.addReceipt({ lineId: line.id, id, name, bytes }, signal);
    if (!answer.ok) return answer;
    now = answer.value;
    onSent?.(now);
  }
  return { ok: true, value: now };
}
