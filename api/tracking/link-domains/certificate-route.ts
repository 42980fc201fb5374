import type { RequestHandler } from 'express'
import type { App } from '#api/platform/app-context.ts'
import { bearerOf, isDirect, isSameToken } from '#api/platform/http/direct-caller-check.ts'

/**
 * Path at which a proxy asks whether it may obtain a certificate for a host: 200 if it may, as Caddy's `on_demand_tls`
 * expects.
 */
export const CERTIFICATE_PATH = '/certificates/ask'

/**
 * Answers a reverse proxy that asks whether it may obtain a TLS certificate for a host: yes for the host of PUBLIC_URL
 * and for every link
 * domain that was once verified, removed ones included.
 *
 * @param token the proxy must send this token, as Bearer or as the password in the URL; null: only programs on this
 *   machine may ask
 */
export function answerCertificates(app: Pick<App, 'publicUrl' | 'linkHosts'>, token: string | null): RequestHandler {
  return async ({ headers, socket, query }, response) => {
    response.set('Cache-Control', 'no-store').type('text/plain')
    if (token === null && !isDirect(headers, socket.remoteAddress)) {
      return void response.status(404).send('There is nothing here.\n')
    }
    if (token !== null && !sends(headers.authorization, token)) {
      const message = 'Send the value of CERTIFICATE_TOKEN, as Bearer or as the password of Basic.\n'
      return void response.status(401).set('WWW-Authenticate', 'Bearer').send(message)
    }
    const host = String(query['domain'] ?? '').toLowerCase()
    const isServed = host === new URL(app.publicUrl).hostname || (await app.linkHosts.tenantOf(host)) !== null
    response.status(isServed ? 200 : 404).send(isServed ? 'Yes\n' : 'No\n')
  }
}

function sends(authorization: string | undefined, token: string): boolean {
  const basic = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined) return isSameToken(bearerOf(authorization), token)
  const pair = Buffer.from(basic, 'base64').toString()
  return isSameToken(pair.slice(pair.indexOf(':') + 1), token)
}
