/** Pages of help in one language: a file of its own, that comes when somebody asks for help. */
export const files = import.meta.glob<string>('../../../../../docs/help/pt-BR/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
