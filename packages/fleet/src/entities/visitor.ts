/** What `GET {ext}/visitor` answers about where the caller is, as far as somebody knows. @source SPEC §2 "Header" */
export interface VisitorDetails {
  readonly city: string | null;
  readonly weather: VisitorWeather | null;
}
export interface VisitorWeather {
  /** Degrees Celsius. */
  readonly temperature: number;
  /** WMO code 4677, as SPEC §9 lists them. */
  readonly code: number;
  readonly isDay: boolean;
}
