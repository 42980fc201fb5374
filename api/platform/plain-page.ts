import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { escapeHtml } from '#domain/html/characters.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/languages.ts'

/** Pages that need no sign-in: plain HTML, no scripts, no external resources. */

const STYLE = `
:root { color-scheme: light dark; --paper: #faf7f1; --surface: #fffdf9; --ink: #1b2333; --soft: #5b6272; --line: #ddd6c8; --accent: #b83217; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171f; --surface: #1b1f29; --ink: #e9e6df; --soft: #a3a8b5; --line: #353b49; --accent: #ff8a66; --on-accent: #1b1008; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { width: 100%; max-width: 480px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 32px; }
main:has(textarea) { max-width: 640px; }
header { margin: 0 0 24px; padding: 0 0 16px; border-bottom: 1px solid var(--line); font-weight: 600; overflow-wrap: anywhere; }
footer { margin: 32px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; white-space: pre-line; overflow-wrap: anywhere; }
h1, h2 { margin: 0 0 12px; font: 400 30px/1.2 "Source Serif 4", "Iowan Old Style", Charter, Georgia, serif; } h2 { font-size: 22px; margin-top: 28px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; } p.soft { color: var(--soft); } form { margin: 24px 0 0; } form + p { margin-top: 32px; } a { color: inherit; }
button, a.button { display: inline-block; font: inherit; font-weight: 600; min-height: 44px; padding: 8px 20px; border-radius: 8px; border: 1px solid var(--line); background: var(--surface); color: var(--ink); cursor: pointer; text-decoration: none; }
button.primary, a.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
label { display: block; margin-bottom: 4px; font-weight: 600; }
textarea { width: 100%; min-height: 320px; margin-bottom: 16px; padding: 12px; font: inherit; font-size: 14px; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; resize: vertical; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`

/** Content security policy: the page may show itself and submit its own form. */
const PAGE_POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

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
