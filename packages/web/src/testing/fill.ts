import { userEvent } from '@testing-library/user-event';

/**
 * Writes into a field behind what stands there, all at once, as a browser does that knows an address or a keyboard that
 * knows words. Where each letter matters, `userEvent.type` types them one by one, each at the cost of a drawn screen.
 */
export async function fill(field: Element, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}
