/** npm passes a terminal's Ctrl-C on to a process that the terminal has told already: within this time it is the same one. */
const SAME_MS = 1_000

/**
 * Ends the process in good order when it is told to: at the first SIGINT, SIGTERM or SIGHUP (the terminal was closed) it awaits `stop` and exits
 * with 0, or with 1 if that fails. Whoever asks once more, later than `sameMs`, does not want to wait: it exits with 1 at once.
 * Returns whether it has been told.
 */
export function onStopSignals(stop: () => Promise<unknown>, sameMs = SAME_MS): () => boolean {
  let since: number | undefined
  const told = (): void => {
    if (since !== undefined) {
      if (performance.now() - since >= sameMs) process.exit(1)
      return
    }
    since = performance.now()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, told)
  return () => since !== undefined
}
