const LONGEST = 128;

/** A name as it is typed, the same for every spelling that means one account. */
export const accountName = (name: string): string =>
  name.normalize('NFKC').trim().toLowerCase().slice(0, LONGEST);
