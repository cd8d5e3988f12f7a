import { z } from 'zod';
import {
  STOCK_OUTCOMES,
  type AutolinkCode,
  type AutolinkOffer,
  type StockMovement,
  type StockOutcome,
} from '../../entities/stock.ts';
import type { DeviceConnection, OpenListener, UnknownCaller } from '../../entities/device-connection.ts';
import type { UnassignedDevice } from '../../entities/unassigned-device.ts';
import { instant, maybeInstant, maybeWords, shapeOf, whole, words } from './shape.ts';

const OpenListenerAnswer = shapeOf<OpenListener>()({
  protocol: words(),
  port: whole(),
  lastMessage: maybeInstant(),
  lastFailure: maybeInstant(),
});
const UnknownCallerAnswer = shapeOf<UnknownCaller>()({ uniqueId: words(), protocol: words(), at: instant() });

export const STOCK_ANSWERS = {
  OpenListener: OpenListenerAnswer,
  UnknownCaller: UnknownCallerAnswer,
  DeviceConnection: shapeOf<DeviceConnection>()({
    deviceId: whole(),
    host: maybeWords(),
    listeners: z.array(OpenListenerAnswer),
    refused: z.object({ reason: z.enum(['disabled', 'expired', 'secret']), at: instant() }).nullable(),
    undecoded: z.object({ reason: words(), at: instant() }).nullable(),
    unknown: z.array(UnknownCallerAnswer),
  }),
  UnassignedDevice: shapeOf<UnassignedDevice>()({
    deviceId: whole(),
    name: words(),
    uniqueId: words(),
    model: maybeWords(),
    protocol: maybeWords(),
    lastUpdate: maybeInstant(),
  }),
  AutolinkCode: shapeOf<AutolinkCode>()({
    deviceId: whole(),
    deviceName: words(),
    model: words(),
    code: words(),
    until: instant(),
  }),
  AutolinkOffer: shapeOf<AutolinkOffer>()({
    model: words(),
    category: maybeWords(),
    lastUpdate: maybeInstant(),
    until: instant(),
  }),
  StockMovement: shapeOf<StockMovement>()({
    deviceId: whole(),
    deviceName: words(),
    at: instant(),
    userId: whole(),
    userName: words(),
    from: words(),
    to: words(),
    note: words(),
  }),
  StockOutcome: shapeOf<StockOutcome>()({ deviceId: whole(), outcome: z.enum(STOCK_OUTCOMES) }),
};
