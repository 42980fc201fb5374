import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import { NO_AFTERLIFE, type Afterlife, type Fate, type Fault, type Operation, type Target } from './faults.ts'
import { type Access, type Account, expireMailbox, readAccess, revokeMailbox } from './oauth-grants.ts'
import { isAboutSubject, listFaultReply } from './list-faults.ts'
import { halfOf, Refusal, type Reply, sendReply } from './http-responses.ts'
import { originOf, queryOf, readBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'
import type { Vendor } from './provider-names.ts'

/** Authorized call to a provider's mail API. */
export interface Call extends Afterlife {
  account: Account
  /** the application that calls */
  clientId: string
  scopes: ReadonlySet<string>
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /** base of the URLs handed out */
  origin: string
}

/** Form of a provider's API in the sandbox: its errors and limits. */
export interface Dialect {
  vendor: Vendor
  /** concurrent requests per mailbox */
  concurrency: number
  tooLarge(limit: number): Reply
  tooMany(): Reply
  unauthenticated(why: 'missing' | 'invalid' | 'expired'): Reply
  unscoped(): Reply
  fault(fault: Fault, now: number): Reply
  broken(): Reply
}

export interface Method {
  operation: Operation | ((query: URLSearchParams) => Operation)
  /** scopes of which any one allows the method */
  scopes: readonly string[]
  /** largest body, in bytes */
  limit: number
  /** authentication other than a bearer token */
  authenticate?: (req: Request) => Access | Reply
  handle: (call: Call) => Reply | Promise<Reply>
}

export function bearerOf(req: IncomingMessage): string {
  return /^Bearer\s+(\S.*)$/i.exec(req.headers.authorization ?? '')?.[1] ?? ''
}

/** Turns a provider's methods into request handlers: authentication, concurrency, faults, scopes, then the method. */
export function apiMethods(sandbox: Sandbox, dialect: Dialect): (method: Method) => RequestHandler {
  const underway = new Map<string, number>()

  /** Takes one of the mailbox's slots until the response ends or the client disconnects. */
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
    const { account, clientId, scopes } = access
    const query = queryOf(req)
    const params = req.params as Record<string, string>
    const operation = typeof method.operation === 'function' ? method.operation(query) : method.operation
    const target: Target = { vendor: dialect.vendor, email: account.email, operation }
    const work = async (afterlife: Afterlife): Promise<Reply> => {
      if (body === 'too-large') return dialect.tooLarge(method.limit)
      if (method.scopes.length > 0 && !method.scopes.some((scope) => scopes.has(scope))) return dialect.unscoped()
      try {
        const call = { account, clientId, scopes, params, query, headers: req.headers, body, ...afterlife }
        return await method.handle({ ...call, origin: originOf(req) })
      } catch (error) {
        if (error instanceof Refusal) return error.reply
        sandbox.log(`${req.method} ${req.path} broke: ${error instanceof Error ? error.stack : String(error)}`)
        return dialect.broken()
      }
    }
    if (READING.has(operation) && sandbox.faults.picksMessages(target)) {
      const reply = await work(NO_AFTERLIFE)
      target.isAbout = (subject) => isAboutSubject(sandbox, target, subject, { id: params.id, reply })
    }
    const refuse = (fault: Fault) =>
      fault.kind === 'revoked' ? dialect.unauthenticated('invalid') : dialect.fault(fault, sandbox.clock())
    const list = { vendor: dialect.vendor, url: `${originOf(req)}${req.originalUrl}` }
    await answer(sandbox, target, res, refuse, work, (fault, ordinary) => listFaultReply(fault, list, ordinary))
  }
}

const READING: ReadonlySet<Operation> = new Set(['read', 'content', 'changes'])

function byToken(sandbox: Sandbox, dialect: Dialect, req: IncomingMessage): Access | Reply {
  const token = bearerOf(req)
  if (!token) return dialect.unauthenticated('missing')
  const access = readAccess(sandbox, dialect.vendor, token)
  return typeof access === 'string' ? dialect.unauthenticated(access) : access
}

/**
 * Applies the configured faults to a call; otherwise does the work and responds.
 *
 * @param alter the answer under a fault that alters the ordinary one; null under all others
 */
export async function answer(
  sandbox: Sandbox,
  target: Target,
  res: Response,
  refuse: (fault: Fault) => Reply,
  work: (fate: Fate) => Reply | Promise<Reply>,
  alter: (fault: Fault, ordinary: () => Reply | Promise<Reply>) => Promise<Reply | null> = async () => null,
): Promise<void> {
  const fate = sandbox.faults.take(target)
  if (fate.delayMs > 0) await sleep(fate.delayMs, undefined, { ref: false })
  if (sandbox.closed) return
  const { fault } = fate
  const mailbox = { vendor: target.vendor, email: target.email, name: '' }
  switch (fault?.kind) {
    case undefined:
      return sendReply(res, await work(fate))
    case 'empty':
      return sendReply(res, { status: 200 })
    case 'cutBefore':
      return cut(res)
    case 'cutAfter':
      await work(fate)
      return cut(res)
    case 'broken':
      return sendReply(res, halfOf(await work(fate)))
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
  const altered = await alter(fault, () => work(fate))
  if (altered) return sendReply(res, altered)
  if (fault.done) await work(fate)
  sendReply(res, refuse(fault))
}

/** Resets the connection. */
function cut(res: Response): void {
  res.socket?.resetAndDestroy()
}
