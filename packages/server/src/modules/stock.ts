import { createStockDeps, stockHandlers, type StockDeps } from '@rastro/extension';
import type { ModuleDeps, ProductModule } from './module.ts';

type Handlers = ReturnType<typeof stockHandlers>;

/** Stock of trackers, and the codes by which customers link theirs. */
export function openStock({
  storage,
  trackerStorage,
  trackingApi,
  clock,
  limits,
}: ModuleDeps): ProductModule<Handlers> & { readonly stock: StockDeps } {
  const stock = createStockDeps({
    storage,
    log: trackerStorage,
    trackingApi,
    clock,
    limits,
  });
  return { stock, handlers: stockHandlers(stock), jobs: [] };
}
