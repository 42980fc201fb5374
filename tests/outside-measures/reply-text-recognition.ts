import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { splitReply } from '#domain/inbox/reply-text/split-reply.ts'
import { emailReplyParserCases, talonCases, type ReplyCase } from './reply-fixtures.ts'

/**
 * The new text of replies in the fixtures of mailgun/talon (TALON_DIR) and of crisp-oss/email-reply-parser
 * (EMAIL_REPLY_PARSER_DIR, by default the folder beside TALON_DIR).
 *
 * A reply is equal if what we show has the same letters as what is right, white space left out. It hides an answer if a line of
 * what is right is not in what we show.
 */
export async function measureReplies(folder: string): Promise<string[]> {
  const beside = process.env.EMAIL_REPLY_PARSER_DIR ?? join(folder, '..', 'crisp-oss+email-reply-parser')
  const isThere = await stat(beside).then(
    () => true,
    () => false,
  )
  const talon = await talonCases(folder)
  const others = isThere ? await emailReplyParserCases(beside) : []
  return [
    ...report('talon', talon),
    ...(isThere
      ? report('email-reply-parser', others)
      : ['email-reply-parser: EMAIL_REPLY_PARSER_DIR names no folder.']),
    ...report('together', [...talon, ...others]).slice(0, 1),
  ]
}

const letters = (text: string): string => text.replaceAll(/\s+/g, '')

function report(title: string, cases: readonly ReplyCase[]): string[] {
  const results = cases.map(({ name, text, html, expected }) => {
    const shown = letters(splitReply({ text, html }).text)
    const isHidden = expected.split('\n').some((line) => !shown.includes(letters(line)))
    return { name, isEqual: shown === letters(expected), isHidden }
  })
  const equal = results.filter(({ isEqual }) => isEqual).length
  const hidden = results.filter(({ isHidden }) => isHidden)
  const share = ((100 * equal) / Math.max(1, results.length)).toFixed(1)
  return [
    `${title}: ${equal} of ${results.length} equal (${share} %), ${hidden.length} hide an answer`,
    ...results
      .filter(({ isEqual }) => !isEqual)
      .map(({ name, isHidden }) => `  ${isHidden ? 'hides an answer' : 'shows more or other'}: ${name}`),
  ]
}
