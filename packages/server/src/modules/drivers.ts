import {
  createQrDeps,
  DriverNow,
  qrHandlers,
  qrRules,
  vehicleBlock,
  type CompaniesOf,
  type QrDeps,
} from '@rastro/extension';
import { followDrivers } from './follow-drivers.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

type Handlers = ReturnType<typeof qrHandlers>;

/** Drivers who check in by QR code. @param drivers Who drives now, for the pipeline of the embedded server. */
export async function openDrivers(
  { settings, storage, tracker, trackerStorage, trackingApi, clock, limits, log }: ModuleDeps,
  drivers: DriverNow,
  companiesOf: CompaniesOf,
): Promise<ProductModule<Handlers> & { readonly qr: QrDeps }> {
  const isUnsafe = vehicleBlock({ storage, companiesOf });
  const brand = settings.BRAND;
  const deps = { storage, log: trackerStorage, trackingApi, brand, clock, limits, isUnsafe };
  const qr = createQrDeps(deps, (checkIn) => {
    drivers.onCheckIn(checkIn);
    const { deviceId, driverId, driverUniqueId, since, until } = checkIn;
    tracker?.bus.publish('driver.changed', { deviceId, driverId, driverUniqueId, since, until });
  });
  const close = await followDrivers({
    bus: tracker?.bus ?? null,
    drivers,
    checkInStore: qr.checkInStore,
    clock,
    log,
  });
  return { qr, handlers: qrHandlers(qr), jobs: [qrRules(qr, log)], close };
}
