/** Something that somebody shows to whoever has a link, for a while. Our own. */
export interface Share {
  readonly id: number;
  /** Name of what is shared, when it was. */
  readonly name: string;
  /** Who shares it. */
  readonly userId: number;
  /** 0 = a group is shared. */
  readonly deviceId: number;
  /** 0 = a device is shared. */
  readonly groupId: number;
  /** ISO 8601, as all instants here. */
  readonly expiration: string | null;
  readonly createdTime: string;
}
/** A share that was just made. */
export interface NewShare extends Share {
  /** Opens it, in a link; told this once. */
  readonly token: string;
}
