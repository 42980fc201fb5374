import { GraphQLError } from 'graphql'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** Limits on open sockets per process and on requests per socket. */
export interface SocketLimits {
  /**
   * ms until a socket without connection_init closes with 4408, and then until one that is not signed in closes with
   * 4403
   */
  initTimeout: number
  /** maximum unauthenticated sockets per IP address */
  address: number
  /** maximum unauthenticated sockets */
  anonymous: number
  /** maximum sockets per person or API key */
  person: number
  /** maximum sockets per workspace, counted apart for its people and for its programs */
  workspace: number
  /** maximum concurrent operations per socket, subscriptions included */
  operations: number
  /** maximum rejected operations before the socket is closed */
  refusals: number
}

export const SOCKET_LIMITS: SocketLimits = {
  initTimeout: 3_000,
  ...LIMITS.sockets.max,
  operations: LIMITS.socketOperations.max.socket,
  refusals: 500,
}

/** The load of one socket. */
export interface SocketLoad {
  /** operations that started and have not ended, including those the client has already cancelled */
  running: number
  refusals: number
}

/** Counts `work` as running until it ends. */
export async function running<T>(load: SocketLoad, work: () => T | Promise<T>): Promise<T> {
  load.running += 1
  try {
    return await work()
  } finally {
    load.running -= 1
  }
}

/** Returns why a socket with `open` operations may not start another; undefined if it may. Counts the rejection. */
export function refusalOf(load: SocketLoad, open: number, { operations }: SocketLimits): GraphQLError | undefined {
  if (Math.max(load.running, open) < operations) return undefined
  load.refusals += 1
  const message = `This connection has ${operations} operations running, which is the limit. Stop some and try again.`
  return new GraphQLError(message, { extensions: { code: 'TOO_MANY_REQUESTS' } })
}
