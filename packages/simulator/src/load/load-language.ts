/** A protocol as a load speaks it: packets that are made once and stamped for each sending. */
export interface LoadLanguage {
  login(imei: string): Uint8Array;
  /** Answer to a login that was accepted. */
  readonly acceptance: Uint8Array;
  /** Length of an acknowledgement; all are equally long. */
  readonly ackBytes: number;
  /**
   * The packet, valid until the next call.
   * @param time Of the first record, milliseconds since 1970; each next one is a second later.
   * @param device Spreads the devices over the map.
   */
  stamp(time: number, device: number): Buffer;
}
