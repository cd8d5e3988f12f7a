/**
 * Answer of `GET {ext}/visitor`: the caller's location, as far as it is known.
 * @source docs/reference/requirements.md SPEC §2 "Header"
 */
export interface VisitorDetails {
  readonly city: string | null;
  readonly weather: VisitorWeather | null;
}
export interface VisitorWeather {
  /** Degrees Celsius. */
  readonly temperature: number;
  /** WMO code 4677, as docs/reference/requirements.md SPEC §9 lists them. */
  readonly code: number;
  readonly isDay: boolean;
}
