import { Parser } from 'htmlparser2'
import type { Security } from '#domain/mailboxes/providers/smtp/mail-hosts.ts'
import type { FoundServer, FoundServers } from './found-servers.ts'

/**
 * Reads the Autoconfig file in which a domain describes its mail servers to email programs (Mozilla's format).
 *
 * @see https://www.ietf.org/archive/id/draft-ietf-mailmaint-autoconfig-00.html
 */

/** A mail server described in an Autoconfig file, as far as it matters here. */
interface Described {
  type: string
  hostname: string
  port: string
  socketType: string
  username: string
  authentication: string[]
}

/** Maximum number of servers of an Autoconfig file that are read. */
const MOST_SERVERS = 20

const PLAIN_ONLY =
  'This host offers only connections without encryption. Mergewell does not send a password over those. Ask your host for servers with TLS.'
const OAUTH_ONLY =
  'This host lets people sign in only on its own page (OAuth), not by password, so Mergewell cannot connect it.'
const NO_SENDING = 'This host names no server for sending.'

/**
 * Picks the mail servers that an Autoconfig file describes for an email address: those with TLS from the first byte,
 * else those with STARTTLS. POP3 servers and sign-in by OAuth are skipped, even where the file lists them first.
 *
 * @returns if no server can be used, the reason as a sentence; null if the text is no such file
 */
export function readAutoconfig(xml: string, email: string): FoundServers | { refusal: string } | null {
  const described = serversIn(xml)
  if (described === null) return null
  const outgoing = described.filter(({ type }) => type === 'smtp')
  if (outgoing.length === 0) return { refusal: NO_SENDING }
  const smtp = best(outgoing, email)
  if ('refusal' in smtp) return smtp
  const imap = best(
    described.filter(({ type }) => type === 'imap'),
    email,
  )
  return { smtp, imap: 'refusal' in imap ? null : imap }
}

function best(servers: readonly Described[], email: string): FoundServer | { refusal: string } {
  const encrypted = servers.flatMap((server) => {
    const security = SECURITY[server.socketType.toUpperCase()]
    return security ? [{ ...server, security }] : []
  })
  if (encrypted.length === 0) return { refusal: PLAIN_ONLY }
  const byPassword = encrypted.filter(
    ({ authentication: ways }) => ways.length === 0 || ways.some((way) => way in PASSWORD),
  )
  if (byPassword.length === 0) return { refusal: OAUTH_ONLY }
  const [chosen] = byPassword.toSorted(
    (one, other) => Number(one.security !== 'tls') - Number(other.security !== 'tls'),
  )
  const port = Number(chosen?.port)
  const host = filled(chosen?.hostname ?? '', email).toLowerCase()
  if (!chosen || !HOST.test(host) || !Number.isInteger(port) || port < 1 || port > 65_535)
    return { refusal: NO_SENDING }
  return { host, port, security: chosen.security, user: filled(chosen.username || '%EMAILADDRESS%', email) }
}

const SECURITY: Record<string, Security> = { SSL: 'tls', STARTTLS: 'starttls' }

/** Ways to sign in by password, with those of older files. */
const PASSWORD = { 'password-cleartext': true, 'password-encrypted': true, plain: true, secure: true }

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/

/** Replaces the placeholders of the Autoconfig format, such as %EMAILADDRESS%. */
function filled(text: string, email: string): string {
  const at = email.lastIndexOf('@')
  return text
    .trim()
    .replaceAll('%EMAILADDRESS%', email)
    .replaceAll('%EMAILLOCALPART%', email.slice(0, at))
    .replaceAll('%EMAILDOMAIN%', email.slice(at + 1))
}

/** Returns the servers in the order of the file; null if it is no Autoconfig file. */
function serversIn(xml: string): Described[] | null {
  const servers: Described[] = []
  let server: Described | null = null
  let isAutoconfig = false
  let text = ''
  const parser = new Parser(
    {
      onopentag(name, { type = '' }) {
        text = ''
        if (name === 'clientConfig') isAutoconfig = true
        if ((name !== 'incomingServer' && name !== 'outgoingServer') || servers.length === MOST_SERVERS) return
        server = { type, hostname: '', port: '', socketType: '', username: '', authentication: [] }
        servers.push(server)
      },
      ontext(piece) {
        text += piece
      },
      onclosetag(name) {
        if (name === 'incomingServer' || name === 'outgoingServer') server = null
        else if (server && isText(name)) server[name] = text.trim()
        else if (server && name === 'authentication') server.authentication.push(text.trim())
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return isAutoconfig ? servers : null
}

const isText = (name: string): name is 'hostname' | 'port' | 'socketType' | 'username' =>
  ['hostname', 'port', 'socketType', 'username'].includes(name)
