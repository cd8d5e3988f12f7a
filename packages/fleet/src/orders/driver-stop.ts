import type { FailureReason, OrderPlace, OrderState, RoadOrder } from './order.ts';

/** Steps that a driver reports from the phone. */
export const DRIVER_STEP_KINDS = ['start', 'arrive', 'done', 'fail'] as const;
export type DriverStepKind = (typeof DRIVER_STEP_KINDS)[number];

/**
 * Outcome of a reported step: it counted; the stop had ended before, or was canceled; the order is somebody else's by
 * now, or nobody was checked in at that time, and the step is a note on it; it says what is known already; there is no
 * such order any more; or its code is wrong, or was wrong too often: then the step is not stored, and may come again with
 * another code.
 */
export const DRIVER_STEP_OUTCOMES = [
  'counted',
  'alreadyEnded',
  'cancelled',
  'reassigned',
  'notCheckedIn',
  'noted',
  'unknown',
  'wrongCode',
  'codeLocked',
] as const;
export type DriverStepOutcome = (typeof DRIVER_STEP_OUTCOMES)[number];

export const PROOF_PICTURES = ['photo', 'signature'] as const;
export const PROOF_PICTURE_STATES = ['awaited', 'there', 'unreadable'] as const;
export type ProofPictureState = (typeof PROOF_PICTURE_STATES)[number];
export type ProofPictureUse = (typeof PROOF_PICTURES)[number];

/** A stop as its driver sees it. */
export interface DriverStop extends Pick<
  RoadOrder,
  'reference' | 'customer' | 'from' | 'to' | 'minutes' | 'load' | 'note' | 'state' | 'reason'
> {
  readonly orderId: number;
  /** The customer says a code when it is done. */
  readonly needsCode: boolean;
  /** With coordinates where a geofence has them. */
  readonly place: Pick<OrderPlace, 'address' | 'latitude' | 'longitude'>;
  readonly contactName: string;
  readonly contactPhone: string;
  /** Planned arrival; null = none is planned. */
  readonly arrivesAt: string | null;
  readonly arrivedAt: string | null;
  readonly endedAt: string | null;
}
/** Stops of the vehicle that a driver has checked in to, in their order. */
export interface DriverStops {
  /** 0 = the driver is not checked in, and has no stops. */
  readonly deviceId: number;
  readonly stops: readonly DriverStop[];
  /** Stops that come later, and are not in the list. */
  readonly hiddenCount: number;
}

/** Answer to a step; the same step again has the same outcome. */
export interface DriverStepAnswer {
  readonly id: string;
  readonly orderId: number;
  readonly outcome: DriverStepOutcome;
  /** State of the order now; null = there is none. */
  readonly state: OrderState | null;
  /** Name of the driver or user who ended the order, and the time of it; '' and null = it has not ended. */
  readonly endedBy: string;
  readonly endedAt: string | null;
}

export interface ProofPicture {
  readonly id: string;
  readonly use: ProofPictureUse;
}
/** A step as a phone reports it. Instants are ISO 8601, by its clock. */
export interface DriverStep {
  /** UUID made by the phone. */
  readonly id: string;
  readonly orderId: number;
  readonly kind: DriverStepKind;
  readonly at: string;
  /** Of a failure. */
  readonly reason: FailureReason | null;
  readonly name: string;
  readonly code: string;
  readonly note: string;
  readonly pictures: readonly ProofPicture[];
}
/** A driver's report about an order, with what proves it. */
export interface OrderProof {
  readonly stepId: string;
  readonly kind: DriverStepKind;
  readonly outcome: DriverStepOutcome;
  /** When it happened, by the clock of the server. */
  readonly at: string;
  /** The same by the clock of the phone. */
  readonly phoneAt: string;
  /** When the server learnt of it. */
  readonly seenAt: string;
  readonly driverName: string;
  readonly reason: FailureReason | null;
  /** Of whoever received it. */
  readonly name: string;
  readonly code: string;
  readonly note: string;
  /** A picture may come after its report, and may be one that nobody can read. */
  readonly pictures: readonly (ProofPicture & { readonly state: ProofPictureState })[];
}

/** Steps of one call. */
export const MAX_DRIVER_STEPS = 50;
/** Photos and signature of one step. */
export const MAX_PROOF_PICTURES = 6;
/** Length of the name of a recipient, and of a code that they say. */
export const MAX_PROOF_NAME = 120;
export const MAX_PROOF_CODE = 20;
