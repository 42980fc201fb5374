import { asksForFull, consentLetter } from '#domain/mailboxes/provider-consent.ts'
import { escapeHtml } from '#domain/html/html-escaping.ts'
import { plainPage, type PlainPage } from '#api/platform/http/plain-page.ts'
import type { completeAdminConsent, explainRefusal } from './access-level-upgrade.ts'

const BACK = '<p><a href="/settings?tab=emails">Back to Mergewell</a></p>'

/** The page about a refusal: what it means, and what an administrator can do. */
export function refusalPage(about: NonNullable<ReturnType<typeof explainRefusal>>): PlainPage {
  const { refusal, ask, link } = about
  const letter = consentLetter(refusal, about)
  const parts = [`<p>${escapeHtml(refusal.meaning)}</p>`]
  if (asksForFull(ask)) {
    parts.push(
      '<p>You can send without it, but the mailbox is not checked after an interrupted send, and bounces and replies are not tracked.</p>',
    )
  }
  if (link !== null) {
    const then = asksForFull(ask) ? 'your mailbox gets this permission automatically' : 'come back and try again'
    parts.push(
      '<h2>What an administrator can do</h2>',
      `<p>An administrator of your organization can approve Mergewell with this link. After that, ${then}.</p>`,
      `<p><a class="button primary" href="${escapeHtml(link)}">Approve as an administrator</a></p>`,
    )
  }
  if (letter) {
    const mail = `mailto:?subject=${encodeURIComponent(letter.subject)}&body=${encodeURIComponent(letter.body.replaceAll('\n', '\r\n'))}`
    parts.push(
      '<h2>Not an administrator?</h2>',
      '<p>Send this letter to your administrator.</p>',
      `<label for="letter">Letter to your administrator</label>
<textarea id="letter" readonly>${escapeHtml(letter.body)}</textarea>`,
      `<p><a class="button" href="${escapeHtml(mail)}">Open in your email program</a></p>`,
    )
  }
  return plainPage(escapeHtml(refusal.title), [...parts, BACK].join('\n'))
}

/** The page for an administrator who returns from the admin-consent page. */
export function adminPage(outcome: Awaited<ReturnType<typeof completeAdminConsent>>): PlainPage {
  return plainPage(...ADMIN_PAGES[outcome])
}

const ADMIN_PAGES: Record<Parameters<typeof adminPage>[0], [title: string, body: string]> = {
  thanks: [
    'Thank you',
    '<p>Mergewell is approved for your organization. Mailboxes that were waiting for approval get the permission automatically. People who could not connect a mailbox can do so now.</p> <p>You can close this page.</p>',
  ],
  declined: [
    'Nothing was approved',
    '<p>The approval was cancelled, or the account you used is not an administrator. Nothing has changed. You can open the link again at any time.</p>',
  ],
  stale: [
    'This link does not work',
    '<p>The link was cut off or changed. Ask the person who sent it to you for a new one.</p>',
  ],
}
