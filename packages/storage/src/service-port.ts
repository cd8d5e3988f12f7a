/** An entry in a service history. Times are milliseconds since 1970, UTC. */
export interface StoredService {
  readonly id: number;
  readonly deviceId: number;
  /** 0 = none. */
  readonly maintenanceId: number;
  readonly maintenanceName: string | null;
  readonly time: number;
  /** Meters. */
  readonly odometer: number | null;
  /** Milliseconds. */
  readonly hours: number | null;
  /** Hundredths. */
  readonly cost: number | null;
  readonly notes: string | null;
  readonly userId: number;
  readonly userName: string;
  readonly createdAt: number;
}
export type NewServiceRow = Omit<StoredService, 'id'>;
export interface ServiceQuery {
  readonly deviceIds: readonly number[];
  /** Null = of any, or of none. */
  readonly maintenanceId: number | null;
  /** So many at most. */
  readonly limit: number;
}
/** Last service of a maintenance of a device. */
export type LastServiceRow = Pick<
  StoredService,
  'deviceId' | 'maintenanceId' | 'time' | 'odometer' | 'hours'
>;
/** Use of a device, from its derived history. */
export interface UseOfDevice {
  readonly deviceId: number;
  readonly distanceM: number;
  readonly engineS: number;
  /** The first of the days that has something; `day` = floor(time / 86 400 000). */
  readonly firstDay: number;
}

/** Services of vehicles. They are deleted with the vehicle, and stay when a maintenance is deleted. */
export interface ServiceLogStorage {
  addService(service: NewServiceRow): Promise<StoredService>;
  /** @returns whether there was one. */
  removeService(id: number): Promise<boolean>;
  serviceById(id: number): Promise<StoredService | null>;
  /** Newest first. */
  services(query: ServiceQuery): Promise<readonly StoredService[]>;
  /** Of each maintenance of each device the newest; null = of every device. */
  lastServices(deviceIds: readonly number[] | null): Promise<readonly LastServiceRow[]>;
}

/** The same, and how much vehicles were used, by which the next service is due. */
export interface ServiceStorage extends ServiceLogStorage {
  /** Sums of days, both included; devices without any are left out. */
  useOfDevices(deviceIds: readonly number[], from: number, to: number): Promise<readonly UseOfDevice[]>;
}
