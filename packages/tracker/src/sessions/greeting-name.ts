/** Longer is no name that anybody is greeted by. */
const LONGEST = 60;
const LIKE_AN_ADDRESS = /:\/\/|www\.|[^\s.]\.[a-z]{2,}(?:\/|\s|$)/i;

/**
 * Name for the greeting of a mail; '' = none. Whatever name is typed in at registration, with any other address too, is
 * sent to that address: text that reads like a link would reach it under our sender.
 */
export function greetingName(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > LONGEST || LIKE_AN_ADDRESS.test(line) ? '' : line;
}
