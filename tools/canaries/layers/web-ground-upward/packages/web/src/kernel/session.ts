export interface Session {
  readonly user: string;
}
