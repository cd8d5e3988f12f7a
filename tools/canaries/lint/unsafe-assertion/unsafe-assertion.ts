interface Device {
  readonly id: number;
}
export const deviceIn = (text: string): Device => JSON.parse(text) as Device;
