import type { IncomingMessage } from 'node:http'

/** Past this many bytes of a refused body the connection is cut, as any server would. */
const PATIENCE = 96 * 1024 * 1024

/**
 * Reads the whole body, or answers 'too-large' when it has more than `limit` bytes. An oversized body is read to its end and thrown
 * away, so that the client gets to hear the refusal instead of a broken pipe.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer | 'too-large'> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else chunks.length = 0
    if (size > PATIENCE) req.destroy()
  }
  return size > limit ? 'too-large' : Buffer.concat(chunks)
}

/** The origin as the client spelled it: what we hand out (upload addresses, next pages) must lead back here. */
export function originOf(req: IncomingMessage): string {
  return `http://${req.headers.host ?? 'localhost'}`
}

export function queryOf(req: IncomingMessage): URLSearchParams {
  const url = req.url ?? ''
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

export const formOf = (body: Buffer): URLSearchParams => new URLSearchParams(body.toString('utf8'))
