import type { ServerResponse } from 'node:http'

/** A response as a value, so that a fault can still suppress it. */
export interface Reply {
  status: number
  headers?: Record<string, string>
  json?: unknown
  bytes?: Buffer
}

/** Thrown by a handler to respond with a provider's error. */
export class Refusal extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`)
    this.reply = reply
  }
}

/** Writes the response. Does nothing if the client has disconnected. */
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

/** The JSON of a request; an empty object if it is none. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return {}
  }
}

/** The response with half of its JSON, as a proxy passes it on that loses its own connection; without JSON, the start of some. */
export function halfOf({ status, headers = {}, json = { value: [] } }: Reply): Reply {
  const whole = Buffer.from(JSON.stringify(json))
  const type = { 'Content-Type': 'application/json; charset=utf-8' }
  return { status, headers: { ...headers, ...type }, bytes: whole.subarray(0, Math.floor(whole.length / 2)) }
}

/** The page of a proxy or captive portal instead of the provider's response. */
export function pageOf({ status = 200 }: { status?: number | undefined }): Reply {
  const bytes = Buffer.from('<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>')
  return { status, headers: { 'Content-Type': 'text/html' }, bytes }
}
