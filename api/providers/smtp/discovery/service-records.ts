import type { Security } from '#domain/mailboxes/providers/smtp/mail-hosts.ts'
import type { FoundServer, FoundServers } from './found-servers.ts'

/** The DNS lookups that finding servers needs. Each answers with an empty list if there is no record. */
export interface MailDns {
  /** SRV records, those with the highest priority first */
  srv(name: string): Promise<{ name: string; port: number }[]>
  /** names in MX records, those with the highest priority first */
  mx(name: string): Promise<string[]>
}

/**
 * Finds servers by the SRV records of a domain (RFC 6186 and RFC 8314), those with TLS from the first byte before those with
 * STARTTLS. A record that names the root says that the service is not offered.
 *
 * @returns null if no server for sending is named
 */
export async function findByServiceRecords(dns: MailDns, email: string): Promise<FoundServers | null> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const serverAt = async (service: string, security: Security): Promise<FoundServer | null> => {
    const [record] = await dns.srv(`_${service}._tcp.${domain}`)
    const host = record?.name.replace(/\.$/, '').toLowerCase() ?? ''
    return record && host !== '' ? { host, port: record.port, security, user: email } : null
  }
  const [submissions, submission, imaps, imap] = await Promise.all([
    serverAt('submissions', 'tls'),
    serverAt('submission', 'starttls'),
    serverAt('imaps', 'tls'),
    serverAt('imap', 'starttls'),
  ])
  const smtp = submissions ?? submission
  return smtp && { smtp, imap: imaps ?? imap }
}
