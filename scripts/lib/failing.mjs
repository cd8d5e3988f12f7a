/** Ends a script with one clear line instead of a stack trace. */
export function orExplain(work) {
  work().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}
