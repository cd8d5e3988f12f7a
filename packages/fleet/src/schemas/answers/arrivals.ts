import { z } from 'zod';
import {
  ARRIVAL_STATES,
  type ArrivalShare,
  type ArrivalVehicle,
  type ArrivalView,
  type NewArrivalShare,
} from '../../orders/arrival.ts';
import { ReaderPreferencesAnswer } from './preferences.ts';
import { instant, maybeInstant, number, shapeOf, string, whole, yesNo } from './shape.ts';

const share = {
  isShared: yesNo(),
  showsDriver: yesNo(),
  sharedTime: maybeInstant(),
  lastUsedTime: maybeInstant(),
};
const place = { latitude: number(), longitude: number() };

export const ARRIVAL_ANSWERS = {
  ArrivalShare: shapeOf<ArrivalShare>()(share),
  NewArrivalShare: shapeOf<NewArrivalShare>()({ ...share, token: string() }),
  ArrivalView: shapeOf<ArrivalView>()({
    customer: string(),
    reference: string(),
    address: string(),
    place: z.strictObject(place).nullable(),
    from: maybeInstant(),
    to: maybeInstant(),
    state: z.enum(ARRIVAL_STATES),
    isLate: yesNo(),
    expected: z.strictObject({ from: instant(), to: instant() }).nullable(),
    arrivedAt: maybeInstant(),
    endedAt: maybeInstant(),
    vehicle: shapeOf<ArrivalVehicle>()({
      ...place,
      course: number(),
      isMoving: yesNo(),
      at: instant(),
    }).nullable(),
    code: string(),
    driverName: string(),
    formats: ReaderPreferencesAnswer,
    answeredAt: whole(),
  }),
};
