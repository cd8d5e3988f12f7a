import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { NO_TERMS } from '@rastro/fleet/billing';
import { openExtensionStorage, type ExtensionStorage, type NewInvoice } from '@rastro/storage';

/** An invoice of 90.00 of customer 5. */
export const madeInvoice = (more: Partial<NewInvoice> = {}): NewInvoice => ({
  issuerId: 0,
  customerId: 5,
  customerName: 'Ana',
  customerKey: 'ana',
  month: null,
  dueDate: '2026-05-10',
  originalDueDate: '2026-05-10',
  value: 9000,
  status: 'GENERATED',
  count: 0,
  description: '',
  terms: NO_TERMS,
  reason: null,
  provider: 'manual',
  createdAt: 0,
  lines: [],
  ...more,
});

/** A store of its own, gone with the test. */
export async function openTestStore(
  t: TestContext,
): Promise<{ readonly storage: ExtensionStorage; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-billing-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  return { storage, folder };
}
