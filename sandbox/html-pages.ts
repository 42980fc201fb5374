import { escapeHtml } from '#domain/html/html-escaping.ts'
import { PAGE_LOOK } from '#api/platform/http/page-styles.ts'

/** HTML that may be inserted into other HTML unescaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | false | null | undefined | readonly Value[]

function render(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map((each: Value) => render(each)).join('')
  return value === false || value === null || value === undefined ? '' : escapeHtml(String(value))
}

/** Builds HTML and escapes every value that is not HTML itself. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, part, at) => text + render(values[at - 1]) + part))
}

/**
 * Content security policy of the sandbox's pages: they run no scripts and load only our fonts; emails are shown in a
 * separate frame.
 */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'"

const STYLE = `${PAGE_LOOK}
body { font-size: 14px; line-height: 20px; }
.page { max-width: 1200px; margin: 0 auto; padding: 24px 16px 64px; }
.narrow { max-width: 560px; }
h1 { font-size: 28px; line-height: 34px; margin: 0; } h2 { font: 600 14px/20px var(--sans); margin: 0 0 12px; }
a:focus-visible { border-radius: 3px; }
.lead { color: var(--ink-soft); margin: 6px 0 24px; max-width: 70ch; }
.ribbon { display: inline-flex; gap: 8px; align-items: center; border: 1px dashed var(--edge); color: var(--ink-soft); border-radius: 9999px; padding: 3px 12px; font-size: 12px; font-weight: 600; margin-bottom: 16px; text-decoration: none; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin: 0 0 20px; }
.card.flush { padding: 0; overflow: hidden; } .card.flush h2 { padding: 16px 20px 0; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: 12px; font-weight: 600; color: var(--ink-soft); } th, td { padding: 10px 20px; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; } td.num, th.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td { overflow-wrap: anywhere; } .soft { color: var(--ink-soft); } .small { font-size: 12px; } .nowrap { white-space: nowrap; }
.tabs { display: flex; gap: 4px; border-bottom: 1px solid var(--line); margin: 0 0 20px; overflow-x: auto; }
.tabs a { padding: 10px 14px; text-decoration: none; color: var(--ink-soft); border-bottom: 2px solid transparent; white-space: nowrap; } .tabs a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--ink); }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 6px 20px; margin: 0; } dt { color: var(--ink-soft); } dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 520px; border: 0; background: #fff; display: block; resize: vertical; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { font: 12px ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
label { font-weight: 600; font-size: 12px; } label.option { display: flex; gap: 12px; align-items: flex-start; font-weight: 420; font-size: 14px; padding: 10px 0; border-top: 1px solid var(--line); cursor: pointer; } label.option:first-of-type { border-top: 0; }
label.option span { min-width: 0; overflow-wrap: anywhere; }
label.option input { margin: 4px 0 0; accent-color: var(--ink); flex: none; width: 16px; height: 16px; }
.field { display: grid; gap: 4px; } .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(170px, 1fr)); gap: 14px; align-items: end; }
input[type=text], input[type=email], input[type=number], select { font: inherit; width: 100%; min-height: 36px; padding: 7px 12px; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 6px; }
button, .button { min-height: 36px; padding: 7px 16px; white-space: nowrap; }
@media (pointer: coarse) { button, .button, input[type=text], input[type=email], input[type=number], select { min-height: 44px; } input, select { font-size: 16px; } }
.actions { display: flex; gap: 10px; flex-wrap: wrap; align-items: center; margin-top: 16px; } .end { justify-content: flex-end; }
fieldset { border: 0; padding: 0; margin: 0; min-width: 0; } legend { font-size: 12px; font-weight: 600; color: var(--ink-soft); padding: 0; margin-bottom: 4px; }
.head { display: flex; justify-content: space-between; gap: 12px; flex-wrap: wrap; align-items: baseline; }
.empty { padding: 28px 20px; color: var(--ink-soft); } .mark { font-weight: 600; white-space: nowrap; } .good { color: var(--good); } .waiting { color: var(--waiting); }
summary { cursor: pointer; font-weight: 600; } details > :not(summary) { margin-top: 12px; }
@media (max-width: 640px) { .hide { display: none; } th, td { padding: 10px 16px; } td.num, th.num { padding-left: 0; }  .card.flush h2 { padding: 16px 16px 0; } .card { padding: 16px; } h1 { font-size: 24px; } dl.facts { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 10px; } table.stack thead { display: none; } table.stack tr { display: block; padding: 10px 0; border-top: 1px solid var(--line); } table.stack tbody tr:first-child { border-top: 0; } table.stack td { display: block; border: 0; padding: 2px 16px; text-align: left; } table.stack td.hide { display: none; } }
`

/** A whole page, clearly labeled as a sandbox. */
export function page(title: string, body: Html, { narrow = false } = {}): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}" />
        <title>${title} · Sandbox</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <main class="${narrow ? 'page narrow' : 'page'}">
          <a class="ribbon" href="/">Sandbox: no mail ever leaves it</a>
          ${body}
        </main>
      </body>
    </html>`.text
}

/** A readable time, with the exact one in the title. In UTC, because the page does not know the reader's time zone. */
export function moment(ms: number): Html {
  const iso = new Date(ms).toISOString()
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
}

export function bytes(size: number): string {
  if (size < 1024) return `${size} B`
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`
}
