import type { Attributes } from './attributes.ts';

/** The single server record. @source docs/reference/tracking-api.md §2.16 */
export interface ServerSettings {
  readonly id: number;
  readonly attributes: Attributes;
  readonly registration: boolean;
  readonly readonly: boolean;
  readonly deviceReadonly: boolean;
  readonly limitCommands: boolean;
  readonly disableReports: boolean;
  readonly fixedEmail: boolean;
  readonly map: string | null;
  readonly bingKey: string | null;
  readonly mapUrl: string | null;
  readonly overlayUrl: string | null;
  readonly poiLayer: string | null;
  readonly coordinateFormat: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
  readonly forceSettings: boolean;
  readonly announcement: string | null;
  readonly version: string | null;
  readonly emailEnabled: boolean;
  readonly textEnabled: boolean;
  readonly geocoderEnabled: boolean;
  readonly openIdEnabled: boolean;
  readonly openIdForce: boolean;
  readonly storageSpace: readonly number[] | null;
  /** True only for anonymous callers while no user exists: the first registration makes the administrator. */
  readonly newServer: boolean;
}
