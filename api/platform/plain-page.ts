import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { escapeHtml } from '#domain/html/characters.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/languages.ts'
import { PAGE_LOOK } from './page-look.ts'

/** Pages that need no sign-in: plain HTML, no scripts, nothing from elsewhere. */

const STYLE = `${PAGE_LOOK}
body { min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; font-size: 16px; line-height: 1.5; }
main { width: 100%; max-width: 480px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 32px; }
main:has(textarea) { max-width: 640px; }
header { margin: 0 0 24px; padding: 0 0 16px; border-bottom: 1px solid var(--line); font-weight: 600; overflow-wrap: anywhere; }
footer { margin: 32px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); color: var(--ink-soft); font-size: 14px; line-height: 20px; white-space: pre-line; overflow-wrap: anywhere; }
h1 { margin: 0 0 12px; font-size: 28px; line-height: 34px; } h2 { margin: 28px 0 12px; font-size: 22px; line-height: 28px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; text-wrap: pretty; } p.soft { color: var(--ink-soft); } form { margin: 24px 0 0; } form + p { margin-top: 32px; }
button, a.button { min-height: 44px; padding: 9px 20px; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
textarea { width: 100%; min-height: 320px; margin-bottom: 16px; padding: 12px; font: inherit; font-size: 14px; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 6px; resize: vertical; }
@media (max-width: 480px) { main { padding: 24px 20px; } }
`

/** Content security policy: the page may show itself and submit its own form. */
const PAGE_POLICY = `default-src 'none'; img-src data:; font-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Whose page it is, as text. */
interface PageSender {
  name: string
  /** lines of an address; null: none */
  address: string | null
}

/** Renders a page; `title` and `body` are HTML. A page of a sender begins with its name and ends with its address. */
export function plainPage(
  title: string,
  body: string,
  { language = DEFAULT_LANGUAGE, sender }: { language?: EmailLanguage; sender?: PageSender } = {},
): string {
  return `<!doctype html>
<html lang="${language}">
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
${sender ? `<header>${escapeHtml(sender.name)}</header>\n` : ''}<h1>${title}</h1>
${body}
${sender?.address ? `<footer>${escapeHtml(sender.address)}</footer>\n` : ''}</main>
</body>
</html>
`
}

/** Responds with a plain page. */
export function showPlainPage(response: Response, status: number, page: string): void {
  response
    .status(status)
    .set({ 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
    .type('html')
    .send(page)
}
