import { escapeHtml } from '#domain/html/characters.ts'
import { plainPage as page } from '../platform/plain-page.ts'
import type { UnsubscribeView } from './unsubscribe.ts'

/** Pages for recipients, who have no account. */

/** The page of an unsubscribe link: asks for confirmation, or shows the current state and offers to undo it. */
export function unsubscribePage({ email, sender, suppressed, tracked }: UnsubscribeView): string {
  const [who, from] = [`<strong>${escapeHtml(email)}</strong>`, `<strong>${escapeHtml(sender)}</strong>`]
  if (suppressed === null) {
    return page(
      'Unsubscribe',
      `<p>${from} sends emails to ${who}. Do you want to unsubscribe?</p>
${button('unsubscribe', 'Unsubscribe', true)}
${trackingPart(from, tracked)}`,
    )
  }
  const held = `<p role="status">${from} will not send ${who} any more emails.</p>`
  const tracking = trackingPart(from, tracked)
  if (suppressed !== 'unsubscribed') return page('No more emails', `${held}\n${tracking}`)
  return page(
    'You are unsubscribed',
    `${held}
<p class="soft">An email that was already on its way may still arrive. If this was a mistake, you can subscribe again.</p>
${button('subscribe', 'Subscribe again', false)}
${tracking}`,
  )
}

/** The page of the unsubscribe link in test emails and previews. */
export function samplePage(): string {
  return page(
    'Only a sample',
    '<p>This email was a test. In a campaign, this link lets each recipient unsubscribe. Here it does nothing.</p>',
  )
}

/** The page for links that are invalid, changed or expired. */
export function missingPage(): string {
  return page(
    'This link does not work',
    '<p>It may have been cut off, or the sender may have deleted the campaign it belongs to.</p>',
  )
}

/** The page for valid links that cannot be followed right now. */
export function brokenPage(): string {
  return page('Please try again', '<p>Something is not working right now. Try the link again in a few minutes.</p>')
}

/** The page for a client that guesses links. */
export function busyPage(): string {
  return page(
    'Too many attempts',
    '<p>Too many invalid links were opened from your network. Try again in a minute.</p>',
  )
}

function trackingPart(from: string, tracked: boolean): string {
  return tracked
    ? `<p class="soft">${from} may see whether you open its emails and click its links. If you opt out, data already recorded is deleted.</p>
${button('untrack', 'Do not track me', false)}`
    : `<p class="soft" role="status">${from} does not see whether you open its emails or click its links.</p>
${button('track', 'Allow tracking again', false)}`
}

const button = (action: string, label: string, primary: boolean) =>
  `<form method="post"><button${primary ? ' class="primary"' : ''} name="action" value="${action}">${label}</button></form>`
