import { piecesOf, type Piece } from '../content/email-parts.ts'
import { linksOfHtml } from '../html/html-links.ts'
import { leadsTo } from '../content/mail-links.ts'
import { compileTemplate, SIGNATURE_TAG, UNSUBSCRIBE_TAG, type MergeTag } from '../content/merge-tags.ts'
import { sizeInBytes } from './render-document.ts'

/**
 * The size of an email as it is sent, in bytes of UTF-8: that is what Gmail counts before it clips an email. Neither the
 * recipient nor the mailbox is known yet, so it is estimated with plausibly long values, and rather too high.
 */

/** Bytes of a tracked link or of the pixel's URL. */
export const TRACKED_BYTES = 120
/** bytes of the unsubscribe link */
export const UNSUBSCRIBE_BYTES = 170
/** bytes of a plausibly long value, by merge tag */
const VALUE_BYTES: Readonly<Record<string, number>> = {
  firstname: 16,
  lastname: 20,
  email: 40,
  [UNSUBSCRIBE_TAG]: UNSUBSCRIBE_BYTES,
  [SIGNATURE_TAG]: 2_000,
}
const OTHER_VALUE_BYTES = 40
/**
 * Bytes of what is added at the end of an email: the unsubscribe footer with its words, the postal address, and the
 * pixel.
 */
const ENDING_BYTES = { footer: 400 + UNSUBSCRIBE_BYTES, postal: 500, pixel: 140 + TRACKED_BYTES }

/** The bytes of an email's HTML as sent: merged, with tracked links, footer and signature. Pure; an upper estimate. */
export function sentBytes(html: string): number {
  const shown = longestParts(piecesOf(html).pieces)
  const template = compileTemplate(shown)
  const merged = template.parts.reduce(
    (sum, part) => sum + (typeof part === 'string' ? sizeInBytes(part) : bytesOf(part)),
    0,
  )
  const tracked = linksOfHtml(shown)
    .filter(({ address }) => /^(?:https?:|\{)/i.test(address) && !isUnsubscribe(address))
    .reduce((sum, { address }) => sum + Math.max(0, TRACKED_BYTES - sizeInBytes(address)), 0)
  const footer = leadsTo(template, UNSUBSCRIBE_TAG) ? 0 : ENDING_BYTES.footer
  return merged + tracked + footer + ENDING_BYTES.postal + ENDING_BYTES.pixel
}

/** The longer part of each condition: no recipient sees both. */
function longestParts(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece
      const parts = [longestParts(piece.shown), longestParts(piece.otherwise)]
      return parts.toSorted((one, other) => sizeInBytes(other) - sizeInBytes(one))[0]
    })
    .join('')
}

const bytesOf = ({ key, fallback }: MergeTag) =>
  Math.max(VALUE_BYTES[key] ?? OTHER_VALUE_BYTES, sizeInBytes(fallback ?? ''))

const isUnsubscribe = (address: string) => leadsTo(compileTemplate(`<a href="${address}">`), UNSUBSCRIBE_TAG)
