import type { ServerResponse } from 'node:http'

/** An answer as a value, so that a fault can still swallow it before it leaves. */
export interface Reply {
  status: number
  headers?: Record<string, string>
  json?: unknown
  bytes?: Buffer
}

/** Thrown by a handler to answer with a vendor's error. */
export class Refusal extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`)
    this.reply = reply
  }
}

/** Writes the answer. Nothing happens when the client has gone. */
export function sendReply(res: ServerResponse, { status, headers = {}, json, bytes }: Reply): void {
  if (res.destroyed || res.headersSent) return
  const body = json === undefined ? bytes : Buffer.from(JSON.stringify(json))
  if (json !== undefined) res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.setHeader('Content-Length', body?.length ?? 0)
  res.writeHead(status)
  res.end(body)
}

/** What a proxy or a guest network answers in place of the vendor. */
export function pageOf({ status = 200 }: { status?: number | undefined }): Reply {
  const bytes = Buffer.from('<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>')
  return { status, headers: { 'Content-Type': 'text/html' }, bytes }
}
