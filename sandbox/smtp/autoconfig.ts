import { Router } from 'express'
import { escapeHtml } from '#domain/html/html-escaping.ts'
import type { MailHostAddress, Sandbox } from '../sandbox.ts'

const server = (tag: string, type: string, { host, port }: { host: string; port: number }) =>
  `<${tag} type="${type}"><hostname>${host}</hostname><port>${port}</port><socketType>SSL</socketType><username>%EMAILADDRESS%</username><authentication>password-cleartext</authentication></${tag}>`

/** The servers of a domain, in the format of Thunderbird's database (clientConfig 1.1). */
function clientConfig(domain: string, { host, smtpPort, imapPort }: MailHostAddress): string {
  const servers = [
    server('incomingServer', 'imap', { host, port: imapPort }),
    server('outgoingServer', 'smtp', { host, port: smtpPort }),
  ].join('')
  return `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="sandbox"><domain>${escapeHtml(domain)}</domain>${servers}</emailProvider></clientConfig>`
}

/** `GET /autoconfig/{domain}`: the sandbox's mail host has the mailboxes of every domain. */
export function autoconfigRoutes(sandbox: Sandbox): Router {
  const router = Router()
  router.get('/autoconfig/:domain', (req, res) => {
    if (!sandbox.mailHost) return void res.status(404).type('text').send('There is no mail host.')
    res.type('application/xml').send(clientConfig(req.params.domain, sandbox.mailHost))
  })
  return router
}
