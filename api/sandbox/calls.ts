import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import type { Fate, Fault, Operation, Target } from './faults.ts'
import { type Access, type Account, expireMailbox, readAccess, revokeMailbox } from './grants.ts'
import { Refusal, type Reply, sendReply } from './replies.ts'
import { originOf, queryOf, readBody } from './request.ts'
import type { Sandbox } from './sandbox.ts'
import type { Vendor } from './vendors.ts'

/** One authorised call to a vendor's mail API. */
export interface Call {
  account: Account
  scopes: ReadonlySet<string>
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /** where addresses that are handed out must lead */
  origin: string
  /** how long a sent draft goes on looking unsent, in ms */
  lagMs: number
}

/** How one vendor's API words its refusals. */
export interface Dialect {
  vendor: Vendor
  /** requests at a time for one mailbox */
  concurrency: number
  tooLarge(limit: number): Reply
  tooMany(): Reply
  unauthenticated(why: 'missing' | 'invalid' | 'expired'): Reply
  unscoped(): Reply
  fault(fault: Fault, now: number): Reply
  broken(): Reply
}

export interface Method {
  operation: Operation
  /** any one of them opens the method */
  scopes: readonly string[]
  /** largest body, in bytes */
  limit: number
  /** how the caller proves who it is, where that is not a bearer token */
  authenticate?: (req: Request) => Access | Reply
  handle: (call: Call) => Reply | Promise<Reply>
}

export function bearerOf(req: IncomingMessage): string {
  return /^Bearer\s+(\S.*)$/i.exec(req.headers.authorization ?? '')?.[1] ?? ''
}

/** Turns a vendor's methods into request handlers: who calls, how many at once, what befalls the call, may it, and then the method. */
export function apiMethods(sandbox: Sandbox, dialect: Dialect): (method: Method) => RequestHandler {
  const underway = new Map<string, number>()

  /** Takes one of the mailbox's places until the answer is out or the client gone. */
  const takePlace = (email: string, res: Response): boolean => {
    const taken = underway.get(email) ?? 0
    if (taken >= dialect.concurrency) return false
    underway.set(email, taken + 1)
    res.once('close', () => {
      const left = underway.get(email)! - 1
      if (left > 0) underway.set(email, left)
      else underway.delete(email)
    })
    return true
  }

  return (method) => async (req, res) => {
    const access = method.authenticate?.(req) ?? byToken(sandbox, dialect, req)
    const place = 'status' in access || takePlace(access.account.email, res)
    const body = await readBody(req, method.limit)
    if ('status' in access) return sendReply(res, access)
    if (!place) return sendReply(res, dialect.tooMany())
    const { account, scopes } = access
    const target = { vendor: dialect.vendor, email: account.email, operation: method.operation }
    const refuse = (fault: Fault) =>
      fault.kind === 'revoked' ? dialect.unauthenticated('invalid') : dialect.fault(fault, sandbox.clock())
    await answer(sandbox, target, res, refuse, async ({ lagMs }) => {
      if (body === 'too-large') return dialect.tooLarge(method.limit)
      if (method.scopes.length > 0 && !method.scopes.some((scope) => scopes.has(scope))) return dialect.unscoped()
      try {
        const params = req.params as Record<string, string>
        return await method.handle({
          account,
          scopes,
          params,
          query: queryOf(req),
          headers: req.headers,
          body,
          origin: originOf(req),
          lagMs,
        })
      } catch (error) {
        if (error instanceof Refusal) return error.reply
        sandbox.log(`${req.method} ${req.path} broke: ${error instanceof Error ? error.stack : String(error)}`)
        return dialect.broken()
      }
    })
  }
}

function byToken(sandbox: Sandbox, dialect: Dialect, req: IncomingMessage): Access | Reply {
  const token = bearerOf(req)
  if (!token) return dialect.unauthenticated('missing')
  const access = readAccess(sandbox, dialect.vendor, token)
  return typeof access === 'string' ? dialect.unauthenticated(access) : access
}

/** Lets the faults on order have their way with a call, and otherwise does the work and answers. */
export async function answer(
  sandbox: Sandbox,
  target: Target,
  res: Response,
  refuse: (fault: Fault) => Reply,
  work: (fate: Fate) => Reply | Promise<Reply>,
): Promise<void> {
  const fate = sandbox.faults.take(target)
  if (fate.delayMs > 0) await sleep(fate.delayMs, undefined, { ref: false })
  if (sandbox.closed) return
  const { fault } = fate
  const mailbox = { vendor: target.vendor, email: target.email, name: '' }
  switch (fault?.kind) {
    case undefined:
      return sendReply(res, await work(fate))
    case 'cutBefore':
      return cut(res)
    case 'cutAfter':
      await work(fate)
      return cut(res)
    case 'hang':
      return
    case 'hangAfter':
      await work(fate)
      return
    case 'expired':
      expireMailbox(sandbox, mailbox)
      break
    case 'revoked':
      revokeMailbox(sandbox, mailbox)
      break
  }
  if (!fault) return
  if (fault.done) await work(fate)
  sendReply(res, refuse(fault))
}

/** Breaks the connection the hard way: the client sees a reset. */
function cut(res: Response): void {
  res.socket?.resetAndDestroy()
}
