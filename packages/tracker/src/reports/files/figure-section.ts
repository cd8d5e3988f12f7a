/** A figure in words of its reader. */
export interface FigureLine {
  readonly name: string;
  readonly value: string;
  /** Of the compared period; '' = it is not compared. */
  readonly before: string;
  /** Null = there is none. */
  readonly change: FigureChangeText | null;
  /** Of what it is made; '' = nothing is to be said. */
  readonly note: string;
}
export interface FigureChangeText {
  readonly text: string;
  readonly direction: 'up' | 'down' | 'same';
  /** Null = neither direction is better. */
  readonly isGood: boolean | null;
}
/** Figures of a widget, as they are printed. */
export interface FigureSection {
  readonly title: string;
  /** When it was so; '' = in the period. */
  readonly when: string;
  readonly lines: readonly FigureLine[];
}
