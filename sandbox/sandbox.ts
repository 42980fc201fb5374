import type { EventEmitter } from 'node:events'
import type { FaultBook } from './faults.ts'
import type { Signer } from './signer.ts'
import type { Store } from './store.ts'

export interface SandboxSettings {
  /** lifetime of an access token, in seconds */
  accessTokenSeconds: number
  /** delay of a non-delivery report or a reply, in ms */
  returnMailMs: number
  /** every acceptance is appended here, one JSON line each */
  acceptancesFile: string | undefined
}

/** Shared by all parts of the sandbox. */
export interface Sandbox {
  store: Store
  faults: FaultBook
  signer: Signer
  /** `expected`: a delivery is scheduled */
  events: EventEmitter<{ expected: [] }>
  settings: SandboxSettings
  /** ms since the epoch */
  clock: () => number
  log: (line: string) => void
  /** set when the server has closed: no more responses or writes */
  closed: boolean
}
