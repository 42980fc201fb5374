/** Background work in a process. */
export interface Worker {
  /** Starts nothing new and waits for running work. */
  stop(): Promise<void>
}
