/** Longer is no name that anybody is greeted by. */
const LONGEST = 60;
const LIKE_AN_ADDRESS = /:\/\/|www\.|[^\s.]\.[a-z]{2,}(?:\/|\s|$)/i;

/**
 * How a mail greets somebody; '' = not by name. Names are typed in by whoever registers an account, with the address
 * of somebody else too: what reads like a link would reach them under our sender.
 */
export function greetingName(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > LONGEST || LIKE_AN_ADDRESS.test(line) ? '' : line;
}
