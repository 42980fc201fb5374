import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from './loopback-address.ts'

/**
 * Decides who gets metrics and other answers that only the operator's own programs may read: callers on this machine,
 * and callers that send a token.
 */

/** Headers by which proxies tell that they pass on somebody else's request. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Returns whether a program on this machine calls, by the machine's own address, and no proxy does. */
export function isDirect(headers: IncomingHttpHeaders, remoteAddress = ''): boolean {
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false
  const host = `http://${headers.host ?? ''}`
  return isLoopback(remoteAddress.replace(/^::ffff:/i, '')) && URL.canParse(host) && isLoopback(new URL(host).hostname)
}

/** Compares two tokens in a time that tells nothing about either. */
export function isSameToken(sent: string, token: string): boolean {
  const [one, other] = [sent, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

/** The token of an Authorization header with the scheme Bearer; empty if there is none. */
export const bearerOf = (authorization: string | undefined): string =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
