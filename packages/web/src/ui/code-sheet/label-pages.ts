/** Number of labels on an A4 page: one for a wall, two columns of four, three columns of eight. */
export const LABELS_PER_PAGE = [1, 8, 24] as const;

/** One label fills its page; of more, as many as fit. */
export const usualPerPage = (count: number): number => (count === 1 ? 1 : 24);

/** Labels page by page. */
export const pagesOf = <T>(labels: readonly T[], perPage: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(labels.length / perPage) }, (_, page) =>
    labels.slice(page * perPage, (page + 1) * perPage),
  );
