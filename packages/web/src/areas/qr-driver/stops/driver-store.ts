import type { DriverStep, DriverStops, ProofPictureUse } from '@rastro/fleet/orders';

/** A step that the server has not answered yet. */
export interface QueuedStep {
  /** The account that did it: on a phone of two drivers neither sends what the other did. */
  readonly userId: number;
  readonly step: DriverStep;
  readonly customer: string;
  /** The server cannot read it: it is shown, and not sent again. */
  readonly isRejected: boolean;
  /** Its code was wrong, or was wrong too often: it waits, with its pictures, for another one. */
  readonly codeProblem?: CodeProblem;
}
export type CodeProblem = 'wrongCode' | 'codeLocked';
/** A picture of a step, until the server has it. */
export interface QueuedPicture {
  readonly userId: number;
  readonly id: string;
  readonly orderId: number;
  readonly use: ProofPictureUse;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}
/** The driver's list as the server answered it last. */
export interface StoredStops {
  readonly userId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly list: DriverStops;
}

/** Storage of a driver's phone; everything in it survives that the browser is closed. */
export interface DriverStore {
  /** In the order in which they happened. */
  steps(userId: number): Promise<readonly QueuedStep[]>;
  pictures(userId: number): Promise<readonly QueuedPicture[]>;
  /** Stores a step with its pictures, or nothing. @throws when the phone has no space. */
  add(step: QueuedStep, pictures: readonly QueuedPicture[]): Promise<void>;
  reject(step: QueuedStep): Promise<void>;
  removeSteps(ids: readonly string[]): Promise<void>;
  removePicture(id: string): Promise<void>;
  list(userId: number): Promise<StoredStops | null>;
  saveList(stored: StoredStops): Promise<void>;
  /** Removes the lists of all drivers; what waits to be sent stays. */
  forgetLists(): Promise<void>;
}

/** Pictures of the steps that wait for another code: the server does not take them before these. */
export const heldPictures = (steps: readonly QueuedStep[]): ReadonlySet<string> =>
  new Set(
    steps
      .filter(({ codeProblem }) => codeProblem !== undefined)
      .flatMap(({ step }) => step.pictures.map(({ id }) => id)),
  );

/** Those of a driver, in the order in which they happened. */
export const inOrder = (steps: readonly QueuedStep[], userId: number): readonly QueuedStep[] =>
  steps
    .filter((step) => step.userId === userId)
    .toSorted((a, b) => Date.parse(a.step.at) - Date.parse(b.step.at));
