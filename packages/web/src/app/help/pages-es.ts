/** Pages of help in one language: a file of its own, loaded when the user opens help. */
export const files = import.meta.glob<string>('../../../../../docs/help/es/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
