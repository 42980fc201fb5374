import type { IncomingMessage } from 'node:http'

/** Bytes of a rejected body after which the connection is closed, as any server would. */
const REJECTED_BODY_MAX_BYTES = 96 * 1024 * 1024

/**
 * Reads the whole body, or returns 'too-large' if it exceeds `limit` bytes. Reads an oversized body to its end and
 * discards it, so that the client receives the error instead of a broken pipe.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer | 'too-large'> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else chunks.length = 0
    if (size > REJECTED_BODY_MAX_BYTES) req.destroy()
  }
  return size > limit ? 'too-large' : Buffer.concat(chunks)
}

/** The origin as the client wrote it: URLs that we hand out (uploads, next pages) must point back here. */
export function originOf(req: IncomingMessage): string {
  return `http://${req.headers.host ?? 'localhost'}`
}

export function queryOf(req: IncomingMessage): URLSearchParams {
  const url = req.url ?? ''
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

export const formOf = (body: Buffer): URLSearchParams => new URLSearchParams(body.toString('utf8'))
