import { escapeHtml } from '#domain/html/html-escaping.ts'

/** An email of Mergewell itself, such as an invitation, before it is formatted. */
export interface Letter {
  subject: string
  lines: readonly string[]
  /** links, each with an optional line above it; without a url only the line */
  buttons?: readonly { about?: string; label?: string; url?: string }[]
  after?: readonly string[]
}

/** An email of Mergewell itself, ready to send. */
export interface SystemEmail {
  to: string
  subject: string
  text: string
  html: string
}

const STYLE = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif;color:#1c1b19'
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#1c1b19;color:#ffffff;text-decoration:none'

/** Writes a letter as text and as HTML. Values of people are escaped, and never start a line of the header. */
export function composeSystemEmail(to: string, { subject, lines, buttons = [], after = [] }: Letter): SystemEmail {
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`
  const shown = buttons.map(({ about, label, url }) => ({
    text: [about, url && `${label}: ${url}`].filter(Boolean).join('\n'),
    html: [
      about && paragraph(about),
      url && `<p><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label ?? url)}</a></p>`,
    ]
      .filter(Boolean)
      .join('\n'),
  }))
  const text = [...lines, ...shown.map((button) => button.text), ...after].join('\n\n')
  const html = [...lines.map(paragraph), ...shown.map((button) => button.html), ...after.map(paragraph)].join('\n')
  return {
    to,
    subject: subject.replace(/\s+/g, ' '),
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en"><body style="${STYLE}">\n${html}\n</body></html>\n`,
  }
}
