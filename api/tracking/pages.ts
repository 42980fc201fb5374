import { createHash } from 'node:crypto'
import { escapeHtml } from '#domain/html/characters.ts'
import type { UnsubscribeView } from './unsubscribe.ts'

/** Pages for recipients, who have no account: plain HTML, no scripts, no external resources. */

const STYLE = `
:root { color-scheme: light dark; --paper: #faf7f1; --surface: #fffdf9; --ink: #1b2333; --soft: #5b6272; --line: #ddd6c8; --accent: #b83217; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171f; --surface: #1b1f29; --ink: #e9e6df; --soft: #a3a8b5; --line: #353b49; --accent: #ff8a66; --on-accent: #1b1008; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { width: 100%; max-width: 480px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 32px; }
h1 { margin: 0 0 12px; font: 600 28px/1.2 "Source Serif 4", "Iowan Old Style", Charter, Georgia, serif; }
p { margin: 0 0 16px; overflow-wrap: anywhere; } p.soft { color: var(--soft); } form { margin: 24px 0 0; }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 8px 20px; border-radius: 8px; border: 1px solid var(--line); background: var(--surface); color: var(--ink); cursor: pointer; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`

/** Content security policy: the page may show itself and submit its own form. */
export const PAGE_POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** The page of an unsubscribe link: asks for confirmation, or shows the current state and offers to undo it. */
export function unsubscribePage({ email, sender, suppressed }: UnsubscribeView): string {
  const [who, from] = [`<strong>${escapeHtml(email)}</strong>`, `<strong>${escapeHtml(sender)}</strong>`]
  if (suppressed === null) {
    return page(
      'Unsubscribe',
      `<p>${from} sends emails to ${who}. Do you want to unsubscribe?</p>
${button('unsubscribe', 'Unsubscribe', true)}`,
    )
  }
  const held = `<p role="status">${from} will not send ${who} any more emails.</p>`
  if (suppressed !== 'unsubscribed') return page('No more emails', held)
  return page(
    'You are unsubscribed',
    `${held}
<p class="soft">An email that was already on its way may still arrive. If this was a mistake, you can subscribe again.</p>
${button('subscribe', 'Subscribe again', false)}`,
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

const button = (action: string, label: string, primary: boolean) =>
  `<form method="post"><button${primary ? ' class="primary"' : ''} name="action" value="${action}">${label}</button></form>`

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}
