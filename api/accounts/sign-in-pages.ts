import { escapeHtml } from '#domain/html/html-escaping.ts'
import { PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'
import { plainPage, type PlainPage } from '#api/platform/http/plain-page.ts'
import { SWITCH_PATH, type switchQuestion } from './session-switch-confirmation.ts'

/**
 * The page in place of a sign-in that another site starts. Its button is a link: browsers would not let a form of ours go on
 * to the provider.
 */
export function beginPage({
  where,
  query,
  connects,
}: {
  where: Provider | 'sso'
  query: Record<string, string>
  /** true if the person is signed in and connects a mailbox; false for a sign-in */
  connects: boolean
}): PlainPage {
  const name = where === 'sso' ? 'single sign-on' : PROVIDERS[where].name
  const address = `/auth/${where}?${new URLSearchParams(query)}`.replace(/\?$/, '')
  const as = where === 'sso' && query['email'] ? ` as ${query['email']}` : ''
  const [title, what, button] = connects
    ? [`Connect a ${name} mailbox?`, 'connect a mailbox to your Mergewell account', `Connect at ${name}`]
    : [`Sign in with ${name}?`, `sign in to Mergewell${as}`, `Sign in with ${name}`]
  return plainPage(
    escapeHtml(title),
    `<p>Another site sent you here. Continue only if you want to ${escapeHtml(what)}.</p>
<p><a class="button primary" href="${escapeHtml(address)}">${escapeHtml(button)}</a></p>
<p><a href="/">Go to Mergewell</a></p>`,
  )
}

/** The page that asks whether a newcomer replaces the person who is signed in. */
export function switchPage({ current, arriving }: NonNullable<Awaited<ReturnType<typeof switchQuestion>>>): PlainPage {
  const named = ({ name, email }: { name: string; email: string }) => escapeHtml(`${name} (${email})`)
  return plainPage(
    `You are signed in as ${escapeHtml(current.name)}`,
    `<p>This browser is signed in as ${named(current)}. You have now signed in at the provider as ${named(arriving)}. Nothing has changed yet.</p>
<p><a class="button primary" href="/">Stay signed in as ${escapeHtml(current.name)}</a></p>
<form method="post" action="${SWITCH_PATH}"><button>Sign out and continue as ${escapeHtml(arriving.name)}</button></form>
<p class="soft">If you did not start this sign-in yourself, stay signed in.</p>`,
  )
}
