import { readForAllClients, type Token } from '#domain/html/html-tokenizer.ts'
import { asksForSignature } from '#domain/content/mailbox-signatures.ts'
import { renderSimpleText } from '#domain/content/simple-text.ts'
import { pictureAddresses } from '#api/sending/message/inline-images.ts'
import type { MailProblem } from './mail-problem.ts'

/** Maximum number of servers named. */
const NAMED = 3
/** HTML attributes that load something, in addition to those of {@link pictureAddresses}. */
const SOURCES = ['poster', 'lowsrc', 'dynsrc'] as const
const IMPORT = /@import\s{0,9}["']([^"']{1,2000})["']/gi

/** An email that waits for the approval of a second person, as its check needs it. */
export interface EmailToApprove {
  /** signatures with which it may leave, as Simple Text, beside the one that is in the checked content */
  signatures: readonly string[]
}

/**
 * Describes an email for the check by the person who approves it: it leaves from several mailboxes in turn, each with
 * its own signature.
 */
export const toApprove = (
  { content }: { content: string },
  mailboxes: readonly { signature?: string | null | undefined }[],
): EmailToApprove => ({
  signatures: asksForSignature(content) ? mailboxes.slice(1).flatMap(({ signature }) => signature ?? []) : [],
})

/**
 * Warns the person who approves a launch of pictures, fonts and style sheets on other servers: their owners can change
 * them after the approval, and recipients see what is there when they open the email. Pure.
 *
 * @param html the email with the parts of all conditions
 * @param embedded URLs of pictures that are sent along
 */
export function foreignPictures(
  { publicUrl }: { publicUrl: string },
  html: string,
  { signatures, embedded }: EmailToApprove & { embedded: ReadonlyMap<string, unknown> },
): MailProblem[] {
  const texts = [html, ...signatures.map((text) => renderSimpleText(text, { linksAddresses: true }))]
  const { host } = new URL(publicUrl)
  const addresses = texts.flatMap((text) => [...pictureAddresses(text), ...readForAllClients(text).flatMap(sourcesIn)])
  const servers = new Set(addresses.flatMap((address) => (embedded.has(address) ? [] : (serverOf(address) ?? []))))
  servers.delete(host)
  if (servers.size === 0) return []
  const shown = [...servers].slice(0, NAMED).map((server) => `“${server}”`)
  const more = servers.size > NAMED ? ` and ${servers.size - NAMED} more` : ''
  const message = `This email shows pictures from other servers: ${shown.join(', ')}${more}. Whoever runs them can change these pictures after the approval. Upload the pictures to Mergewell, or approve only if you trust those servers.`
  return [{ code: 'FOREIGN_IMAGE', severity: 'warning', message }]
}

/** Returns the URLs that a tag or a style sheet loads, except those of pictures that every email program shows. */
function sourcesIn(token: Token): string[] {
  if (token.kind === 'text')
    return token.isRaw ? [...token.source.matchAll(IMPORT)].map(([, address = '']) => address) : []
  if (token.kind !== 'open') return []
  const { name, attributes } = token
  const sets = (attributes.get('srcset') ?? '').split(',').map((each) => each.trim().split(/\s/, 1)[0] ?? '')
  const sheet = name === 'link' ? [attributes.get('href') ?? ''] : []
  return [...sets, ...sheet, ...SOURCES.map((source) => attributes.get(source) ?? '')]
}

/** Returns the server in a URL, or the merge tag that decides it; null for a picture that is part of the email. */
function serverOf(address: string): string | null {
  const trimmed = address.trim()
  if (trimmed.startsWith('{')) return trimmed.slice(0, 100)
  const absolute = /^[\\/]{2}/.test(trimmed) ? `https:${trimmed}` : trimmed
  // Merge tags are no characters of a host.
  const url = URL.parse(absolute.replaceAll(/[{|}]/g, '_'))
  return url && /^https?:$/.test(url.protocol) ? url.host : null
}
