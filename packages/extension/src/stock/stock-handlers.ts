import { autolink } from './autolink.ts';
import { readOffer } from './autolink-offer.ts';
import { listMovements, moveStock } from './movements.ts';
import { printLabels } from './print-labels.ts';
import type { StockDeps } from './stock-deps.ts';

/** Handlers of the stock of trackers, and of the codes by which customers link theirs. */
export const stockHandlers = (stock: StockDeps) => ({
  'POST /stock/codes': printLabels(stock),
  'POST /stock/movements': moveStock(stock),
  'GET /stock/movements': listMovements(stock),
  'GET /autolink/:code': readOffer(stock),
  'POST /autolink': autolink(stock),
});
