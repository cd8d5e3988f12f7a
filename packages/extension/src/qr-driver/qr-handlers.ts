import { listCheckIns } from './check-in-list.ts';
import { readCheckIn, writeCheckIn } from './check-in.ts';
import { endAccess, readAccess, writeAccess } from './qr-access.ts';
import { printCodes } from './qr-codes.ts';
import type { QrDeps } from './qr-deps.ts';

/** Handlers of drivers who check in by QR code. */
export const qrHandlers = (qr: QrDeps) => ({
  'GET /qr-driver': readCheckIn(qr),
  'POST /qr-driver': writeCheckIn(qr),
  'GET /drivers/:id/qr-access': readAccess(qr),
  'PUT /drivers/:id/qr-access': writeAccess(qr),
  'DELETE /drivers/:id/qr-access': endAccess(qr),
  'GET /qr-check-ins': listCheckIns(qr),
  'POST /qr-codes': printCodes(qr),
});
