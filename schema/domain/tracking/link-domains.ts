import { z } from 'zod'

/** Rules for a workspace's own host name in the links of its emails (product: tracking.link-domain). */

/** Three labels or more: a domain itself, such as example.com, cannot have a CNAME record (RFC 1034, 3.6.2). */
const HOST = /^(?=.{5,240}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.){2,}[a-z][a-z0-9-]{0,61}[a-z0-9]$/

export const linkHostInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(HOST, 'Enter a host name below your domain, such as links.example.com')

/** Name of the TXT record that proves a host: a name with a CNAME record can have no other records. */
export const proofName = (host: string): string => `_mergewell.${host}`

/** Reasons why a link domain is not in use. Stored. */
export const LINK_DOMAIN_PROBLEMS = ['unchecked', 'noAnswer', 'proof', 'cname', 'taken', 'unreachable'] as const
export type LinkDomainProblem = (typeof LINK_DOMAIN_PROBLEMS)[number]

/** Meaning of each problem and its solution, for screens, programs and emails. */
export const LINK_DOMAIN_PROBLEM_WORDS: Record<LinkDomainProblem, string> = {
  unchecked: 'Set both DNS records where your domain is managed, then check them.',
  noAnswer: 'The DNS servers did not answer. Check again in a minute.',
  proof: 'The TXT record was not found. New records can take an hour to appear.',
  cname:
    'The CNAME record was not found, or leads elsewhere. New records can take an hour to appear. A proxy of your DNS provider must be turned off for it.',
  taken: 'Another workspace uses this host name, and its TXT record is still set. Remove that record first.',
  unreachable:
    'Both DNS records are correct, but the host does not answer as it should. A certificate can take some minutes. If it still fails, ask the operator of Mergewell to serve this host.',
}
