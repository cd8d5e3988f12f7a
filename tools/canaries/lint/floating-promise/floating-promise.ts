const later = async (): Promise<void> => {};
export function start(): void {
  later();
}
