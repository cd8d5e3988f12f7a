/** What erasing somebody would do, told before it is done. */
export interface ErasurePreview {
  /** What has to be typed. */
  readonly name: string;
  /** Whoever stands below him; while there is somebody, he is not erased. */
  readonly people: number;
  /** Vehicles that he sees: they and their history stay with those who look after them. */
  readonly devices: number;
  /** Kept because the law demands it, with the name that is on them. */
  readonly invoices: number;
  /** Check-ins: they stay, without the name. */
  readonly checkIns: number;
}
