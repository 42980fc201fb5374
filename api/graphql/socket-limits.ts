import { GraphQLError } from 'graphql'

/** How many sockets may be open at a time in one process, and what one may ask for. */
export interface SocketLimits {
  /** ms a client has to introduce itself before the socket is closed with 4408, and then to be signed in before it is with 4403 */
  initTimeout: number
  /** sockets of one address that nobody is signed in on */
  address: number
  /** sockets that nobody is signed in on */
  anonymous: number
  /** sockets of one person */
  person: number
  /** sockets of one workspace */
  workspace: number
  /** operations of one socket that are under way, subscriptions included */
  operations: number
  /** operations beyond that which are refused before the socket is closed */
  refusals: number
}

export const SOCKET_LIMITS: SocketLimits = {
  initTimeout: 3_000,
  address: 20,
  anonymous: 500,
  person: 50,
  workspace: 500,
  operations: 50,
  refusals: 500,
}

/** What one socket keeps us busy with. */
export interface SocketLoad {
  /** operations that began and have not ended, those included that the client has ended for its part */
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

/** Why a socket with `open` operations may not begin another; undefined when it may. Counts the refusal. */
export function refusalOf(load: SocketLoad, open: number, { operations }: SocketLimits): GraphQLError | undefined {
  if (Math.max(load.running, open) < operations) return undefined
  load.refusals += 1
  const message = `This connection has ${operations} operations under way, which is the most there can be. End some and try again.`
  return new GraphQLError(message, { extensions: { code: 'TOO_MANY_REQUESTS' } })
}
