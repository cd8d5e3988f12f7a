import { createQrDeps, DriverNow, qrHandlers, qrRules, type QrDeps } from '@rastro/extension';
import type { ModuleDeps, ProductModule } from './module.ts';

type Handlers = ReturnType<typeof qrHandlers>;

/** Drivers who check in by QR code. @param drivers Who drives now, for the pipeline of the embedded server. */
export async function openDrivers(
  { settings, storage, trackerStorage, trackingApi, clock, limits, log }: ModuleDeps,
  drivers: DriverNow,
): Promise<ProductModule<Handlers> & { readonly qr: QrDeps }> {
  const deps = { storage, log: trackerStorage, trackingApi, brand: settings.BRAND, clock, limits };
  const qr = createQrDeps(deps, drivers.onCheckIn);
  await drivers.load(qr.checkInStore, clock.now());
  return { qr, handlers: qrHandlers(qr), jobs: [qrRules(qr, log)] };
}
