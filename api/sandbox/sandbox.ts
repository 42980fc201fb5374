import type { EventEmitter } from 'node:events'
import type { FaultBook } from './faults.ts'
import type { Signer } from './signer.ts'
import type { Store } from './store.ts'

export interface SandboxSettings {
  /** how long an access token lives, in seconds */
  accessTokenSeconds: number
  /** how long a non-delivery report or a reply takes to come back, in ms */
  returnMailMs: number
  /** every acceptance is appended here, a JSON line each */
  acceptancesFile: string | undefined
}

/** What every part of the sandbox works with. */
export interface Sandbox {
  store: Store
  faults: FaultBook
  signer: Signer
  /** `expected`: mail is to arrive somewhere */
  events: EventEmitter<{ expected: [] }>
  settings: SandboxSettings
  /** ms since the epoch */
  clock: () => number
  log: (line: string) => void
  /** set when the server has gone: nothing may be answered or written any more */
  closed: boolean
}
