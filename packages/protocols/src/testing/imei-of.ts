/** 15 digits with the check digit that IMEIs end in. */
export function imeiOf(serial: number): string {
  const digits = `35000000${String(serial).padStart(6, '0')}`;
  let sum = 0;
  for (const [i, digit] of Array.from(digits).entries()) {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
