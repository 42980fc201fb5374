/**
 * npm forwards a terminal's Ctrl-C to a process that already received it: within this time it counts as the same
 * signal.
 */
const SAME_MS = 1_000

/**
 * Shuts the process down gracefully. At the first SIGINT, SIGTERM or SIGHUP (the terminal was closed) it awaits `stop`
 * and exits with 0, or with 1 if that fails. A second signal, later than `sameMs`, exits with 1 at once. Returns
 * whether a signal has arrived.
 */
export function onStopSignals(stop: () => Promise<unknown>, sameMs = SAME_MS): () => boolean {
  let since: number | undefined
  const onSignal = (): void => {
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return () => since !== undefined
}
