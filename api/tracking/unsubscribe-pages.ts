import { emailWords, fillWords, type EmailWords } from '#domain/emails/recipient-texts.ts'
import { escapeHtml } from '#domain/html/html-escaping.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import { plainPage, type PlainPage } from '#api/platform/http/plain-page.ts'
import type { UnsubscribeView } from './unsubscribe.ts'

/** Pages for recipients of emails, who have no account. */

/**
 * The page of an unsubscribe link: asks for confirmation and offers choices, or shows the current state and offers to undo it.
 *
 * @param isSaved whether choices were just saved
 */
export function unsubscribePage(view: UnsubscribeView, isSaved = false): PlainPage {
  const { sender, address, logo, color, suppressed, language } = view
  const words = emailWords(language)
  const page = (title: string, ...parts: string[]) =>
    plainPage(escapeHtml(title), parts.join('\n'), { language, sender: { name: sender, address, logo, color } })
  const tracking = trackingPart(words, view)
  if (suppressed === null) {
    const ask = `<p>${fillWords(words.ask, view)}</p>`
    const saved = isSaved ? `<p role="status">${escapeHtml(words.saved)}</p>` : ''
    return page(
      words.askTitle,
      saved,
      ask,
      button('unsubscribe', words.unsubscribe, true),
      choicesPart(words, view),
      tracking,
    )
  }
  const held = `<p role="status">${fillWords(words.suppressed, view)}</p>`
  if (suppressed !== 'unsubscribed') return page(words.suppressedTitle, held, tracking)
  return page(
    words.unsubscribedTitle,
    held,
    `<p class="soft">${escapeHtml(words.mistake)}</p>`,
    button('subscribe', words.subscribe, false),
    tracking,
  )
}

/** Kind of page about a link itself, not about a recipient. */
export type LinkNotice =
  /** the unsubscribe link in test emails and previews */
  | 'sample'
  /** an invalid, changed or expired link */
  | 'missing'
  /** a valid link that cannot be followed right now */
  | 'broken'
  /** answer to a client that guesses links */
  | 'busy'

/**
 * Renders the page that a recipient sees when a link of an email cannot be followed: the sample link of a test email, an
 * invalid link, a link that fails right now, or a client that guesses links.
 */
export function noticePage(notice: LinkNotice, language: EmailLanguage): PlainPage {
  const words = emailWords(language)
  return plainPage(escapeHtml(words[`${notice}Title`]), `<p>${escapeHtml(words[notice])}</p>`, { language })
}

function choicesPart(words: EmailWords, { topics, choices, language }: UnsubscribeView): string {
  const { leftTopics, isMonthly, pausedUntil } = choices
  const date = pausedUntil?.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' })
  const pause = date === undefined ? words.pause : words.paused.replace('{date}', date)
  const ofTopics = topics.map(({ id, name, description }) =>
    checkbox('topic', id, !leftTopics.includes(id), name, description),
  )
  return `<form method="post"><h2>${escapeHtml(words.chooseTitle)}</h2>
${topics.length > 0 ? `<fieldset><legend>${escapeHtml(words.topics)}</legend>\n${ofTopics.join('\n')}\n</fieldset>` : ''}
${checkbox('monthly', 'yes', isMonthly, words.monthly)}
${checkbox('pause', 'yes', pausedUntil !== null, pause)}
<button name="action" value="choose">${escapeHtml(words.save)}</button></form>`
}

const checkbox = (name: string, value: string, isChecked: boolean, label: string, hint = '') =>
  `<label class="choice"><input type="checkbox" name="${name}" value="${value}"${isChecked ? ' checked' : ''}><span>${escapeHtml(label)}${hint && `<small>${escapeHtml(hint)}</small>`}</span></label>`

function trackingPart(words: EmailWords, view: UnsubscribeView): string {
  return view.tracked
    ? `<p class="soft">${fillWords(words.tracked, view)}</p>
${button('untrack', words.untrack, false)}`
    : `<p class="soft" role="status">${fillWords(words.untracked, view)}</p>
${button('track', words.track, false)}`
}

const button = (action: string, label: string, primary: boolean) =>
  `<form method="post"><button${primary ? ' class="primary"' : ''} name="action" value="${action}">${escapeHtml(label)}</button></form>`
