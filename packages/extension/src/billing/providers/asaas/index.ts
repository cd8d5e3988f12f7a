import { z } from 'zod';
import type { ProviderDefinition } from '../payment-provider.ts';
import { asaasProvider } from './asaas-provider.ts';

const charged = z.object({ payment: z.object({ id: z.string() }) });

/** Asaas, Brazil: Pix, boleto and card. @source docs/reference/integrations.md §1.1 */
export const asaas: ProviderDefinition = {
  hosts: { production: 'https://api.asaas.com/v3', sandbox: 'https://api-sandbox.asaas.com/v3' },
  open: asaasProvider,
  // Events of transfers, subscriptions and the like have no payment.
  chargeIdOf: (event) => charged.safeParse(event).data?.payment.id ?? null,
};
