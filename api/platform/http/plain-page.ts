import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { contrast } from '#domain/builder/colors.ts'
import { escapeHtml } from '#domain/html/html-escaping.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import { PAGE_LOOK } from './page-styles.ts'

/** Pages that need no sign-in: plain HTML, no scripts, nothing from other servers. */

const STYLE = `${PAGE_LOOK}
body { min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; font-size: 16px; line-height: 1.5; }
main { width: 100%; max-width: 480px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 32px; }
main:has(textarea) { max-width: 640px; }
header img { display: block; max-width: 100%; max-height: 80px; padding: 8px; border-radius: 6px; background: #fff; }
header { margin: 0 0 24px; padding: 0 0 16px; border-bottom: 1px solid var(--line); font-weight: 600; overflow-wrap: anywhere; }
footer { margin: 32px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); color: var(--ink-soft); font-size: 14px; line-height: 20px; white-space: pre-line; overflow-wrap: anywhere; }
h1 { margin: 0 0 12px; font-size: 28px; line-height: 34px; } h2 { margin: 28px 0 12px; font-size: 22px; line-height: 28px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; text-wrap: pretty; } p.soft { color: var(--ink-soft); } form { margin: 24px 0 0; } form + p { margin-top: 32px; }
button, a.button { min-height: 44px; padding: 9px 20px; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
fieldset { margin: 0 0 8px; padding: 0; border: 0; min-width: 0; } legend { padding: 0; font-weight: 600; }
label.choice { display: flex; gap: 12px; align-items: flex-start; margin: 0; padding: 10px 0; font-weight: 400; cursor: pointer; overflow-wrap: anywhere; } label.choice span { min-width: 0; } label.choice small { display: block; color: var(--ink-soft); font-size: 14px; }
label.choice input { flex: none; width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--ink); } label.choice + button { margin-top: 12px; }
textarea { width: 100%; min-height: 320px; margin-bottom: 16px; padding: 12px; font: inherit; font-size: 14px; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 6px; resize: vertical; }
@media (max-width: 480px) { main { padding: 24px 20px; } }
`

/** Content security policy: the page may show itself and submit its own form, and show pictures of ours if it has a logo. */
function policyFor(styles: readonly string[], hasLogo: boolean): string {
  const hashes = styles.map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`)
  return `default-src 'none'; img-src data:${hasLogo ? " 'self'" : ''}; font-src 'self'; style-src ${hashes.join(' ')}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
}

/** Sender that the page shows, as text. */
interface PageSender {
  name: string
  /** lines of a postal address; null: none */
  address: string | null
  /** path of a picture on this server, shown in place of the name */
  logo?: string | null
  /** #rrggbb: the color of the main button */
  color?: string | null
}

/** A page with its content security policy. */
export interface PlainPage {
  html: string
  policy: string
}

/** The main button in a color, with white or black text, whichever is easier to read: at least 4.5 : 1. */
function brandStyle(color: string): string {
  const text = contrast('#ffffff', color) >= contrast('#000000', color) ? '#ffffff' : '#000000'
  return `main { border-top: 4px solid ${color}; } button.primary { background: ${color}; color: ${text}; border-color: var(--edge); }`
}

/**
 * Renders a page; `title` and `body` are HTML. A page of a sender begins with its logo or name and ends with its address.
 */
export function plainPage(
  title: string,
  body: string,
  { language = DEFAULT_LANGUAGE, sender }: { language?: EmailLanguage; sender?: PageSender } = {},
): PlainPage {
  const color = /^#[\da-f]{6}$/i.exec(sender?.color ?? '')?.[0]
  const styles = color ? [STYLE, brandStyle(color)] : [STYLE]
  const logo = sender?.logo ?? null
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
${styles.map((css) => `<style>${css}</style>`).join('\n')}
</head>
<body>
<main>
${sender ? `<header>${logo === null ? escapeHtml(sender.name) : `<img src="${escapeHtml(logo)}" alt="${escapeHtml(sender.name)}">`}</header>\n` : ''}<h1>${title}</h1>
${body}
${sender?.address ? `<footer>${escapeHtml(sender.address)}</footer>\n` : ''}</main>
</body>
</html>
`
  return { html, policy: policyFor(styles, logo !== null) }
}

/** Responds with a plain page. */
export function showPlainPage(response: Response, status: number, { html, policy }: PlainPage): void {
  response
    .status(status)
    .set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
    .type('html')
    .send(html)
}
