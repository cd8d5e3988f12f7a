import type { PaperBrand } from '../../paper-brand.ts';

/** Colors of states on paper: nothing to do, look at it, do not drive. */
export type PaperTone = 'good' | 'notice' | 'warning' | 'bad' | 'plain';
export interface PaperMark {
  readonly text: string;
  readonly tone: PaperTone;
}
export interface PaperField {
  readonly title: string;
  readonly text: string;
}
export interface PaperPhoto {
  readonly name: string;
  /** As it is stored; null = it is not there, and the name says so. */
  readonly bytes: Uint8Array | null;
  readonly isSignature: boolean;
}
export interface PaperAnswer {
  readonly question: string;
  /** Limits of a number; '' = none. */
  readonly limits: string;
  readonly given: string;
  readonly defect: PaperMark | null;
  readonly note: string;
  readonly photos: readonly PaperPhoto[];
}
export interface PaperDefect {
  readonly title: string;
  readonly state: PaperMark;
  /** Steps of the workshop and of drivers, with their signatures. */
  readonly steps: readonly string[];
}

/** An inspection as paper, in the language of the reader: it goes to a thread that draws it. */
export interface InspectionPaper extends PaperBrand {
  readonly title: string;
  readonly vehicle: string;
  readonly number: string;
  readonly result: PaperMark;
  readonly fields: readonly PaperField[];
  readonly answersTitle: string;
  readonly answers: readonly PaperAnswer[];
  readonly defectsTitle: string;
  readonly defects: readonly PaperDefect[];
  /** At the foot of every page. */
  readonly made: string;
  readonly page: string;
  /** In place of a picture that nobody can read. */
  readonly unreadable: string;
}
