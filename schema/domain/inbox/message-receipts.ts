import { comparableText } from '../content/comparable-text.ts'
import { CLOSING, PROCESS_SENTENCES, RECEIPT_WORDS, TEMPLATES, type Template } from './receipt-words.ts'

/**
 * Recognizes receipts of help desks, and challenges of spam filters, that no header marks. People also write “We
 * received your request”, so that is not enough. A program wrote the text if it asks nothing and begins
 *
 * - with a sentence that a known program writes by default, the number of the ticket included, if everything that
 *   follows is about how a request goes on, or
 * - with a sentence of receipt beside the statement that this is an automatic answer. If it says only that the message
 *   is automatic, as the footer of a person's comment may, it must promise an answer too.
 *
 * Everything else counts as a person's reply.
 */

const words = Object.values(RECEIPT_WORDS)
/** Beginnings at which a sentence of a program is looked for: behind a line that asks to write above it, and a greeting. */
const BEGINNINGS = 5

/**
 * Returns whether an email may be a receipt, so that its whole text is needed. `preview` is how the text begins, as a
 * provider shows it: in one line, at Gmail with entities.
 */
export function mayBeReceipt(preview: string): boolean {
  const text = comparableText(preview.replaceAll('&#39;', "'"))
  const starts = [0, ...[...text.matchAll(/\s/g)].map(({ index }) => index + 1)]
  return templateAt(text, starts) !== undefined || words.some((each) => saysAutomatic(text, each))
}

/** Returns whether a program wrote a text on receipt of an email. `written`: what is new in the message. */
export function isReceipt(written: string): boolean {
  // Request Tracker repeats the email that it received below a line of dashes.
  const [own = ''] = written.split(/^[-_=]{10,}/m)
  if (/[?？]/.test(own.replaceAll(/https?:\/\/\S{1,400}/g, ''))) return false
  const paragraphs = own.split(/\n[ \t]*\n/).map((each) => each.trim().replace(/([\p{L}\p{N}])$/u, '$1.'))
  const text = comparableText(paragraphs.join('\n'))
  const beginnings = [0, ...[...text.matchAll(/[.,:!#]\s/g)].map(({ index }) => index + 2)]
  const found = templateAt(text, beginnings.slice(0, BEGINNINGS))
  if (found) return (found.template.also?.test(text) ?? true) && (found.template.isProof ?? isAboutProcess(found.rest))
  const [first = '', second = '', third = ''] = sentencesOf(text).filter(isStatement)
  return words.some(
    (each) =>
      isAutomaticReceipt(`${first} ${second}`, each) ||
      (each.received.test(first) && isAutomaticReceipt(`${second} ${third}`, each)),
  )
}

const isAutomaticReceipt = (text: string, { received, answer, message, promise }: (typeof words)[number]) =>
  received.test(text) && (answer.test(text) || (message.test(text) && promise.test(text)))

/** Returns whether a sentence is more than a greeting. */
const isStatement = (sentence: string) => sentence.length > (/\p{Script=Han}/u.test(sentence) ? 6 : 20)

const saysAutomatic = (text: string, { answer, message }: (typeof words)[number]) =>
  answer.test(text) || message.test(text)

/** A sentence that a program writes by default, and the text from there. */
function templateAt(text: string, starts: readonly number[]): { template: Template; rest: string } | undefined {
  for (const start of starts) {
    const rest = text.slice(start)
    const template = TEMPLATES.find(({ begins }) => begins.test(rest))
    if (template) return { template, rest }
  }
  return undefined
}

/** Returns whether nothing but sentences about a request follows the first one of a text, up to the name below it. */
function isAboutProcess(text: string): boolean {
  const sentences = sentencesOf(text).slice(1)
  const end = sentences.findIndex((each) => CLOSING.test(each))
  return sentences
    .slice(0, end < 0 ? undefined : end)
    .every((each) => PROCESS_SENTENCES.some((pattern) => pattern.test(each)))
}

const sentencesOf = (text: string) => text.split(/(?<=[.!。])\s+|(?<=。)/u)
