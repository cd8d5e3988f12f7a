import { z } from 'zod';
import {
  QR_ENDS,
  QR_UNLOCKS,
  type QrAccess,
  type QrCheckIn,
  type QrCode,
} from '../../entities/qr-check-in.ts';
import { instant, maybeInstant, shapeOf, whole, string } from './shape.ts';

export const QR_ANSWERS = {
  QrCheckIn: shapeOf<QrCheckIn>()({
    driverId: whole(),
    driverName: string(),
    deviceId: whole(),
    deviceName: string(),
    plate: string(),
    since: instant(),
    until: maybeInstant(),
    end: z.enum(QR_ENDS).nullable(),
    unlock: z.enum(QR_UNLOCKS),
  }),
  QrAccess: shapeOf<QrAccess>()({ driverId: whole(), username: string() }),
  QrCode: shapeOf<QrCode>()({ deviceId: whole(), deviceName: string(), plate: string(), code: string() }),
};
