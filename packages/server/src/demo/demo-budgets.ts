import type { Device } from '@rastro/fleet';
import { addMonths, dayOf, monthOf, type CivilDate } from '@rastro/fleet/billing';
import type { BudgetContent, BudgetPage, CostPage, PurchasePage } from '@rastro/fleet/costs';
import type { DemoClient } from './demo-client.ts';

interface BudgetPlan {
  readonly extension: string;
  /** Vehicles that have costs. */
  readonly devices: readonly Device[];
  readonly today: CivilDate;
}
type Plan = Pick<BudgetContent, 'name' | 'kind' | 'span' | 'cents'>;
const BUDGETS: readonly Plan[] = [
  { name: 'Combustível da frota', kind: 'fuel', span: 'month', cents: 1_450_000 },
  { name: 'Frota, todos os custos', kind: null, span: 'month', cents: 9_000_000 },
  { name: 'Manutenção do ano', kind: 'service', span: 'year', cents: 420_000 },
];
/** A van and a truck, as they are bought in Brazil. */
const PRICES = [13_890_000, 42_500_000] as const;
const RESIDUAL_SHARE = 0.45;
const RECEIPT_ID = '7c1a1a34-5b2f-4a57-9a61-0f6f5f1d2c10';

/** Budgets, what some vehicles were bought for, and a receipt. Repeated, it adds nothing twice. */
export async function addBudgets(customer: DemoClient, plan: BudgetPlan): Promise<void> {
  const { extension, devices, today } = plan;
  const path = `${extension}/costs`;
  const page: Partial<BudgetPage> = Object(await customer.call({ method: 'GET', path: `${path}/budgets` }));
  const named = new Set(page.budgets?.map(({ name }) => name));
  for (const budget of BUDGETS) {
    if (named.has(budget.name)) continue;
    const body: BudgetContent = { ...budget, deviceId: 0, groupId: 0 };
    await customer.call({ method: 'POST', path: `${path}/budgets`, body });
  }
  const before: Partial<PurchasePage> = Object(
    await customer.call({ method: 'GET', path: `${path}/purchases?limit=500` }),
  );
  const bought = new Set(before.purchases?.map(({ deviceId }) => deviceId));
  for (const [at, { id }] of devices.entries()) {
    // The others are leased.
    if (at % 4 === 1 || bought.has(id)) continue;
    const cents = (PRICES[at % PRICES.length] ?? 0) + at * 35_000;
    const body = {
      version: 0,
      day: dayOf(addMonths(monthOf(today), -8 - at * 2), 10),
      cents,
      residualCents: Math.round(cents * RESIDUAL_SHARE),
      months: 60,
    };
    await customer.call({ method: 'PUT', path: `${path}/purchases/${id}`, body });
  }
  await addReceipt(customer, path);
}

/** A paper at the newest service. */
async function addReceipt(customer: DemoClient, path: string): Promise<void> {
  const found: Partial<CostPage> = Object(
    await customer.call({ method: 'GET', path: `${path}?kind=service&descending=true&limit=20` }),
  );
  const line = found.lines?.find(({ cents }) => cents > 0);
  if (line === undefined || line.receipts.length > 0) return;
  const name = encodeURIComponent(`Nota ${line.document}.pdf`);
  await customer.call({
    method: 'POST',
    path: `${path}/${line.id}/receipts/${RECEIPT_ID}?name=${name}`,
    body: paperOf(`${line.supplier}, ${line.document}, R$ ${(line.cents / 100).toFixed(2)}`),
  });
}

/** The smallest PDF with a line of text. @source ISO 32000-1, annex H */
function paperOf(text: string): Uint8Array {
  const content = `BT /F1 14 Tf 40 790 Td (${text.replaceAll(/[()\\]|[^ -~]/g, '')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const end = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  file += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}
