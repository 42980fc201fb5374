import type { ProblemCode } from '#domain/campaigns/problem-codes.ts'
import { NO_SUBJECT_B } from '#domain/campaigns/campaigns.ts'
import { allElements, documentIn, type BuilderDocument } from '#domain/builder/builder-document.ts'
import { importHtml } from '#domain/builder/import-html.ts'
import { sentBytes } from '#domain/builder/sent-size.ts'
import { clippedMessage, GMAIL_CLIP_BYTES, warningsOf } from '#domain/builder/email-warnings.ts'
import { piecesOf, withAllParts } from '#domain/content/email-parts.ts'
import { linksInEveryClient } from '#domain/html/html-links.ts'
import { readHtml, type OpenToken } from '#domain/html/html-tokenizer.ts'
import { misleadingHost } from '#domain/mailboxes/deliverability/link-text.ts'
import { wordsOfHtml } from '#domain/html/visible-words.ts'
import { addressesIn } from '#domain/content/mail-links.ts'
import { compileTemplate, findTags, markTags } from '#domain/content/merge-tags.ts'
import { pixelCost } from '#domain/content/tracking-pixel-cost.ts'
import { repairMergeTags } from '#domain/content/merge-tag-repair.ts'
import { renderSimpleText } from '#domain/content/simple-text.ts'
import { isReachable } from '#api/images/public-image-url.ts'
import { attachmentOf, pictureAddresses } from '#api/sending/message/inline-images.ts'
import type { CampaignContent } from '#api/sending/store.ts'
import { foreignPictures, type EmailToApprove } from './external-pictures.ts'
import { EMBEDDED_MAX, unreachableImages } from './unreachable-images.ts'
import type { MailProblem } from './mail-problem.ts'

/** Number of characters of a subject that every email program shows; phones show fewer. */
const SUBJECT_SHOWN = 78
/** Maximum number of bad links named. */
const NAMED = 3

type Content = Pick<CampaignContent, 'subject' | 'content' | 'useHtmlBuilder' | 'attachments' | 'pictures'> & {
  htmlTemplate?: unknown
}

/**
 * Problems of an email that do not depend on the recipient. Links are judged by syntax only: fetching them would let
 * authors probe the server's own network, and a link that responds today says little about tomorrow. Pure.
 *
 * @param app.countsOpens whether a tracking pixel is added
 * @param app.approval null or absent: no second person must approve the email
 */
export function contentProblems(
  app: { publicUrl: string; countsOpens?: boolean; approval?: EmailToApprove | null },
  written: Content,
): MailProblem[] {
  const mail = { ...written, subject: withAllParts(written.subject), content: withAllParts(written.content) }
  const html = repairMergeTags(
    mail.useHtmlBuilder ? mail.content : renderSimpleText(mail.content, { linksAddresses: true }),
  )
  const document = mail.useHtmlBuilder ? documentIn(mail.htmlTemplate) : null
  return [
    ...conditionProblems([written.subject, written.content]),
    ...subjectProblems(mail.subject),
    ...bodyProblems(html),
    ...foreignTags([mail.subject, wordsOfHtml(html), ...addressesIn(compileTemplate(html))]),
    ...doubledBraces([mail.subject, wordsOfHtml(html), ...addressesIn(compileTemplate(html))]),
    ...cutTags(html),
    ...linkProblems(html),
    ...misleadingLinks(html),
    ...pictureProblems(app, html, mail),
    ...(app.approval ? foreignPictures(app, html, { ...app.approval, embedded: mail.pictures }) : []),
    ...(app.countsOpens ? pixelProblems(html) : []),
    ...altProblems(document ? importedInto(document) : html, mail.useHtmlBuilder && document === null),
    ...(document ? builderProblems({ ...document, subject: mail.subject }, html) : []),
  ]
}

function subjectProblems(subject: string): MailProblem[] {
  const words = subject.replace(/[\s\p{Cf}]+/gu, '')
  return words === '' ? [error('NO_SUBJECT', 'The email has no subject.')] : longSubject('The subject', subject)
}

/** Finds conditions that cannot be read or have no end: all recipients would see them as written. */
export function conditionProblems(texts: readonly string[]): MailProblem[] {
  return texts.flatMap((text) => {
    const { problem } = piecesOf(text)
    return problem === null ? [] : [error('CONDITION', `${problem} Remove it and choose the condition again.`)]
  })
}

/** Warns of a subject longer than clients show, whatever its merge tags contain; `name` begins the sentence. */
function longSubject(name: string, subject: string): MailProblem[] {
  const { parts } = compileTemplate(subject)
  const written = parts.filter((part) => typeof part === 'string').join('')
  const length = [...new Intl.Segmenter().segment(written)].length
  if (length <= SUBJECT_SHOWN) return []
  return [
    warning(
      'LONG_SUBJECT',
      `${name} has ${length} characters${written === subject ? '' : ' apart from its merge tags'}; mail programs show the first ${SUBJECT_SHOWN} at most, phones about half of that.`,
    ),
  ]
}

/** Problems of the second subject of an A/B test. */
export function subjectBProblems(subject: string): MailProblem[] {
  if (subject.trim() !== '') return [...doubledBraces([subject]), ...longSubject('Subject B', subject)]
  return [error('NO_SUBJECT_B', NO_SUBJECT_B)]
}

function bodyProblems(html: string): MailProblem[] {
  const bytes = sentBytes(html)
  const text = wordsOfHtml(html).replace(/[\s\p{Cf}\u034F]+/gu, '')
  const shows = imagesIn(html).length > 0
  if (text === '' && !shows) return [error('NO_CONTENT', 'The email is empty.')]
  return [
    ...(text === ''
      ? [
          warning(
            'NO_TEXT',
            'The email has images but no text. People who block images see nothing, and spam filters dislike it.',
          ),
        ]
      : []),
    ...(bytes > GMAIL_CLIP_BYTES ? [warning('CLIPPED', clippedMessage(Math.ceil(bytes / 1_024)))] : []),
  ]
}

/** Warns of the tracking pixel in a short email, because spam filters distrust a short email with an image. */
function pixelProblems(html: string): MailProblem[] {
  const points = imagesIn(html).length > 0 ? 0 : pixelCost(sentBytes(html))
  if (points === 0) return []
  const message = `The pixel that counts opens costs an email as short as this up to ${points} of the 5 points at which SpamAssassin calls an email spam. Without “Track opens” it costs none.`
  return [warning('PIXEL_COST', message)]
}

/** Warns of merge tags in double braces, as other programs write them: here the braces would stay in the email. */
function doubledBraces(texts: readonly string[]): MailProblem[] {
  for (const text of texts) {
    for (const [doubled, inner = ''] of text.matchAll(/\{\{([^{}<>\r\n]{1,300})\}\}/g)) {
      const tag = `{${inner.trim()}}`
      if (findTags(tag).length === 0) continue
      const message = `${doubled} has double braces, which would stay in the email. Write ${tag}.`
      return [error('DOUBLE_BRACES', message)]
    }
  }
  return []
}

/** Matches merge tags of other programs: Mailchimp, GetResponse, ActiveCampaign, SendGrid, ProcessMaker and Word. */
const FOREIGN_TAGS =
  /\*\|[^|*\r\n]{1,100}\|\*|\[\[[^[\]\r\n]{1,100}\]\]|%%?[\p{L}_][\p{L}\p{N}_.:-]{1,60}%%?|\{\{[^{}\r\n]{1,200}\}\}|\{%[^{}%\r\n]{1,200}%\}|«[^«»\r\n]{1,100}»/gu

/** Warns of merge tags of other programs, which are sent as they are written. */
function foreignTags(texts: readonly string[]): MailProblem[] {
  const found = texts.flatMap((text) => text.match(FOREIGN_TAGS) ?? [])
  const foreign = [...new Set(found)].filter((tag) => doubledBraces([tag]).length === 0)
  if (foreign.length === 0) return []
  const message = `${listed(foreign)} ${foreign.length === 1 ? 'is a merge tag' : 'are merge tags'} of another program and would stay in the email as written. Insert Mergewell’s own instead, such as {firstName}.`
  return [warning('FOREIGN_TAG', message)]
}

/** Warns of merge tags that are cut at a space, because a URL in Simple Text ends there. */
function cutTags(html: string): MailProblem[] {
  const cut = addressesIn(compileTemplate(html)).find((address) => CUT_TAG.test(address))
  if (cut === undefined) return []
  const [half = ''] = CUT_TAG.exec(cut) ?? []
  const advice = 'Write the tag without spaces: {FirstName} is the same as {First Name}.'
  return [error('CUT_TAG', `The link ${listed([cut])} ends inside the merge tag that begins with ${half}. ${advice}`)]
}

/** Matches a merge tag that begins in a URL and does not end there. */
const CUT_TAG = /\{[\p{L}\p{N}_][^{}]{0,300}$/u

const imagesIn = (html: string): OpenToken[] =>
  readHtml(html).filter((token): token is OpenToken => token.kind === 'open' && token.name === 'img')

function linkProblems(html: string): MailProblem[] {
  const addresses = addressesIn(compileTemplate(html))
  const judged = addresses.map((address) => ({ address, verdict: linkVerdict(address) }))
  const named = (verdict: LinkVerdict) =>
    judged.filter((each) => each.verdict === verdict).map(({ address }) => address)
  const [empty, local, nameless] = [named('empty'), named('local'), named('nameless')]
  const partial = named('broken').filter((address) => GOOD_BEGINNING.test(address))
  const broken = named('broken').filter((address) => !GOOD_BEGINNING.test(address))
  return [
    ...(empty.length > 0 ? [error('EMPTY_LINK', 'A link has no address.')] : []),
    ...(broken.length > 0
      ? [
          error(
            'BROKEN_LINK',
            `${count(broken, 'link is', 'links are')} not valid in an email: ${listed(broken)}. A link must begin with https://, mailto: or tel:.`,
          ),
        ]
      : []),
    ...(partial.length > 0
      ? [
          error(
            'BROKEN_LINK',
            `${count(partial, 'link is', 'links are')} incomplete: ${listed(partial)}. Look for a space or a missing part.`,
          ),
        ]
      : []),
    // Such a name or address may exist within the network of the recipients.
    ...(nameless.length > 0
      ? [
          warning(
            'BROKEN_LINK',
            `${count(nameless, 'link points to a host that does', 'links point to hosts that do')} not exist on the internet: ${listed(nameless)}. Check the spelling.`,
          ),
        ]
      : []),
    ...(local.length > 0
      ? [
          warning(
            'LOCAL_LINK',
            `${count(local, 'link leads', 'links lead')} to an address that works only on this computer or network: ${listed(local)}.`,
          ),
        ]
      : []),
  ]
}

/** Finds links whose text shows another host than the link leads to. */
function misleadingLinks(html: string): MailProblem[] {
  const [first] = linksInEveryClient(html).flatMap(({ text, address }) => {
    const shown = misleadingHost(text, address)
    return shown === null ? [] : [{ shown, address }]
  })
  if (!first) return []
  const message = `A link shows “${first.shown}” but leads to ${listed([first.address])}. Spam filters treat that as fraud. Show the real address, or words instead.`
  return [warning('MISLEADING_LINK', message)]
}

/** Schemes an email can link to. */
const GOOD_BEGINNING = /^(?:https?:\/\/|mailto:|tel:|sms:)/i

/** Verdict on a link. nameless: its host is a reserved name such as example.com */
type LinkVerdict = 'good' | 'empty' | 'broken' | 'nameless' | 'local'

/** Judges a link by its URL; a URL that starts with a merge tag can be anything. */
function linkVerdict(address: string): LinkVerdict {
  if (address === '' || address === '#') return 'empty'
  if (address.startsWith('#')) return 'good'
  const marked = markTags(compileTemplate(address))
  if (/^\uE000\d+\uE001/.test(marked)) return 'good'
  const filled = marked.replace(/\uE000\d+\uE001/g, 'x')
  if (/^mailto:/i.test(filled))
    return /^mailto:[^\s@]+@[^\s@.]+\.[^\s@]+$/i.test(filled.split('?', 1)[0] ?? '') ? 'good' : 'broken'
  if (/^(tel|sms):\+?[\d().\s-]{3,}/i.test(filled)) return 'good'
  if (!/^https?:\/\/[^/?#\s]/i.test(filled) || /\s/.test(filled) || !URL.canParse(filled)) return 'broken'
  if (/\uE000/.test(/^https?:\/\/[^/?#]*/i.exec(marked)?.[0] ?? '')) return 'good'
  const url = new URL(filled)
  if (!isReachable(url))
    return url.hostname.includes('.') || url.hostname === 'localhost' ? localOrExample(url) : 'nameless'
  return /^[^.]+(\.[^.]+)+\.?$/.test(url.hostname) || url.hostname.startsWith('[') ? 'good' : 'nameless'
}

/** Returns whether the host of a URL is a reserved name (nameless) or only reachable locally. */
function localOrExample(url: URL): 'nameless' | 'local' {
  return /(^|\.)(example|invalid|test)$/.test(url.hostname) ? 'nameless' : 'local'
}

function pictureProblems(app: { publicUrl: string }, html: string, mail: Content): MailProblem[] {
  const addresses = pictureAddresses(html)
  const missing = addresses.filter((address) => /^cid:/i.test(address) && !attachmentOf(address, mail.attachments))
  const broken = addresses.filter((address) => !/^cid:|^data:|^\{/i.test(address) && !isPictureAddress(address))
  const left = [...unreachableImages(app, html).keys()].filter((address) => !mail.pictures.has(address))
  return [
    ...(missing.length > 0
      ? [
          error(
            'MISSING_IMAGE',
            `No file is attached for ${listed(missing)}. Attach a file with that name, or remove the image.`,
          ),
        ]
      : []),
    ...(broken.length > 0
      ? [
          error(
            'BROKEN_IMAGE',
            `No email program can show ${listed(broken)}. An image address must begin with https://.`,
          ),
        ]
      : []),
    ...(left.length > 0
      ? [
          warning(
            'UNREACHABLE_IMAGE',
            `${count(left, 'image is', 'images are')} where only this machine or network can fetch ${left.length === 1 ? 'it' : 'them'}, and ${left.length === 1 ? 'it is' : 'they are'} too large to be sent along (${EMBEDDED_MAX / 1_048_576} MB together). Readers will see a gap.`,
          ),
        ]
      : []),
  ]
}

/**
 * Warns of images without alternative text; the builder reports its own. An empty alternative text marks decoration if
 * the author wrote the HTML. In Simple Text and imported blocks we may have added it ourselves.
 */
function altProblems(html: string, isWritten: boolean): MailProblem[] {
  const silent = imagesIn(html).filter((image) => !speaks(image) && !(isWritten && image.attributes.has('alt'))).length
  if (silent === 0) return []
  return [
    warning(
      'NO_ALT',
      `${silent === 1 ? 'An image has' : `${silent} images have`} no alternative text: people who do not see ${silent === 1 ? 'it' : 'them'} learns nothing.`,
    ),
  ]
}

/** Returns whether an image has alternative text or is invisible. */
function speaks({ attributes }: OpenToken): boolean {
  const isDot = ['width', 'height'].some((name) => /^\s*[01]\b/.test(attributes.get(name) ?? ''))
  return isDot || (attributes.get('alt') ?? '').trim() !== ''
}

function isPictureAddress(address: string): boolean {
  const filled = markTags(compileTemplate(address)).replace(/\uE000\d+\uE001/g, 'x')
  return /^https?:\/\/[^/?#\s]/i.test(filled) && URL.canParse(filled)
}

/** Returns the HTML in a document that was imported, not made in the builder. */
function importedInto({ elements }: BuilderDocument): string {
  const blocks = allElements(elements).filter(({ type }) => type === 'html')
  return blocks.map(({ content }) => importHtml(content).html).join('')
}

/** The builder's warnings that are not reported already. */
function builderProblems(document: BuilderDocument, html: string): MailProblem[] {
  const said = new Set(['NO_SUBJECT', 'NO_ELEMENTS', 'CLIPPED'])
  const told = new Map(
    warningsOf(document, html)
      .filter(({ code }) => !said.has(code))
      .map(({ code, message }) => [message, warning(code, message)]),
  )
  return [...told.values()]
}

/** The merge tags of an email, and those without a fallback somewhere. */
export function tagsOfMail(texts: readonly string[]): { name: string; bare: boolean }[] {
  const all = texts.map(withAllParts)
  const names = findTags(all.join('\n'))
  const parts = all.flatMap((text) => compileTemplate(text).parts)
  return names.map((name) => {
    const [tag] = compileTemplate(`{${name}}`).parts
    const key = typeof tag === 'object' ? tag.key : ''
    return { name, bare: parts.some((part) => typeof part === 'object' && part.key === key && part.fallback === null) }
  })
}

const error = (code: ProblemCode, message: string): MailProblem => ({ code, severity: 'error', message })
const warning = (code: ProblemCode, message: string): MailProblem => ({ code, severity: 'warning', message })

function count(list: readonly string[], one: string, many: string): string {
  return list.length === 1 ? `A ${one}` : `${list.length} ${many}`
}

function listed(addresses: readonly string[]): string {
  const shown = addresses
    .slice(0, NAMED)
    .map((address) => `“${address.length > 80 ? `${address.slice(0, 79)}…` : address}”`)
  const more = addresses.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
