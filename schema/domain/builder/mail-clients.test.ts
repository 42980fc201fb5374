import { caniemail } from 'caniemail'
import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { GALLERY } from './gallery/gallery.ts'
import { emptyDocument } from './builder-document.ts'
import { renderDocument } from './render-document.ts'
import { everything } from './testing/documents.ts'
import { outlookView } from './mail-client-views.ts'

const MAILS: [string, string][] = [
  ['everything at once', renderDocument(everything)],
  ['nothing', renderDocument(emptyDocument())],
  ...GALLERY.map(({ name, document }): [string, string] => [name, renderDocument(document)]),
]
const CLIENTS = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*'] as const

/**
 * Features that some client does not support but that we use: where, and why nothing is lost. calc() belongs here too,
 * although the checker ignores values: Outlook and Yahoo do not support it and use the preceding width in px.
 */
const UNSUPPORTED: Record<string, { clients: RegExp; why: string }> = {
  'border-radius': {
    clients: /^outlook\.windows/,
    why: 'Corners are square there; buttons are drawn in VML, with round ones.',
  },
  'min-width property': {
    clients: /^outlook\.windows/,
    why: 'It goes with calc(); a ghost table sets the widths of columns there.',
  },
  'max-height property': { clients: /^outlook\.windows/, why: 'Of the hidden preheader, which mso-hide hides there.' },
  overflow: {
    clients: /^outlook\.windows/,
    why: 'Of the round container, whose corners are square there, and of the hidden preheader.',
  },
  'display:none': {
    clients: /^gmail\.mobile-webmail$/,
    why: 'Of the preheader, which is 1 px high and of the color of the page besides.',
  },
  'color-scheme meta tag': {
    clients: /./,
    why: 'Only Apple Mail reads it, and leaves the colors as they are; nobody else minds.',
  },
  '<body> element': {
    clients: /^(?:outlook\.macos|yahoo\.)/,
    why: 'Every page has one; the div and the table in it carry the same background.',
  },
  'word-break': {
    clients: /^(?:yahoo\.|outlook\.windows-mail$)/,
    why: 'A word that is too long is cut off there, and it alone: tables of a fixed layout do not widen with it.',
  },
  'table-layout': { clients: /^outlook\.windows/, why: 'Word breaks long words, so that nothing widens a table.' },
  '@media': {
    clients: /^(?:outlook\.windows|gmail\.mobile-webmail)/,
    why: 'What is different on phones; without it, they show the email as desktops do.',
  },
  '<style> element': { clients: /^gmail\.mobile-webmail$/, why: 'Of the same media queries.' },
  'background-image': { clients: /^outlook\.windows/, why: 'Drawn in VML there.' },
  'background-size': {
    clients: /^(?:outlook\.windows|gmail\.mobile-webmail$)/,
    why: 'VML covers by itself; elsewhere the picture is shown from its corner.',
  },
  'background-position': { clients: /^outlook\.windows/, why: 'Of pictures drawn in VML there.' },
  'border-spacing': { clients: /^outlook\./, why: 'A bordered block is 2 px narrower on each side there.' },
  'box-sizing': {
    clients: /^(?:outlook\.windows|gmail\.mobile-webmail$|yahoo\.)/,
    why: 'A picture with a border is wider by its border there.',
  },
  'role attribute': { clients: /^outlook\.windows-mail$/, why: 'It tells screen readers that tables are for layout.' },
}

/** Partially supported features: we use only the working part. */
const PARTIAL: Record<string, string> = {
  '<body> element': 'Becomes a div; ours has one of its own.',
  background: 'Colors alone are used.',
  border: 'One width and color for all sides.',
  display: 'Only none, inline-block and none besides; Outlook on Windows gets ghost tables.',
  'display:none': 'Of a div without tables.',
  'font-size': 'px alone.',
  'font-weight': 'bold and normal alone.',
  'lang attribute': 'On html and a div, not on cells.',
  'line-height': 'px with mso-line-height-rule:exactly.',
  'mailto: links': 'Without bcc of our making.',
  margin: 'Never negative; auto only where a ghost table centers as well.',
  'max-width': 'Of divs and images; ghost tables and the width attribute say it to Outlook on Windows.',
  overflow: 'Of the round corners.',
  padding: 'Of cells; of buttons only where they are not drawn in VML.',
  'role attribute': 'On tables alone.',
  'border-radius': 'One radius for all corners.',
  'text-align': 'left, center and right alone.',
  'text-decoration': 'none alone; u and s do the rest.',
  'vertical-align': 'top, middle and bottom alone.',
  'table-layout': 'Where each table is of a fixed layout anyway.',
  'word-break': 'Where long words are broken anyway, or every 30 letters.',
  'width attribute': 'px, on images alone.',
  'width property': 'Of tables and cells; images have the attribute and divs a ghost table.',
  '<strike> element': 'Not used; s is.',
  '<ul>, <ol> and <dl>': 'Indented by a margin, not by padding.',
}

type Found = Record<string, string[]>

function findings(
  html: string,
  clients: readonly (typeof CLIENTS)[number][] = CLIENTS,
): { errors: Found; warnings: Found } {
  const { issues } = caniemail({ clients: [...clients], html })
  const byTitle = (map: typeof issues.errors): Found => {
    const found: Found = {}
    for (const [client, list] of map) for (const { title } of list) (found[title] ??= []).push(client)
    return found
  }
  return { errors: byTitle(issues.errors), warnings: byTitle(issues.warnings) }
}

describe.each(MAILS)('the rendered email of %s', (_, html) => {
  it('uses only what Gmail, Outlook, Apple Mail and Yahoo support, apart from the listed exceptions', () => {
    const { errors, warnings } = findings(html)
    const unjustified = Object.entries(errors).flatMap(([title, clients]) =>
      clients.filter((client) => !UNSUPPORTED[title]?.clients.test(client)).map((client) => `${title}: ${client}`),
    )
    expect(unjustified).toEqual([])
    expect(Object.keys(warnings).filter((title) => !(title in PARTIAL) && !(title in UNSUPPORTED))).toEqual([])
  })

  it('passes an HTML validator, also as Outlook on Windows sees it', async () => {
    const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    )
    const outlook = await new HtmlValidate({
      root: true,
      extends: ['html-validate:standard'],
      // Only Word reads ghost tables and their attributes; the preview's button is a flex box.
      rules: { 'no-deprecated-attr': 'off' },
    }).validateString(outlookView(html))
    expect(outlook.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })
})

it('the check against email programs has no unused exceptions', () => {
  const used = new Set(MAILS.flatMap(([, html]) => Object.keys(findings(html).errors)))
  expect(Object.keys(UNSUPPORTED).filter((title) => !used.has(title))).toEqual([])
})

it('the check against email programs reports an unsupported feature', () => {
  const html = renderDocument(everything).replace(
    '</body>',
    '<video></video><div style="display:flex;gap:4px">x</div></body>',
  )
  const { errors } = findings(html)
  expect(Object.keys(errors).filter((title) => !(title in UNSUPPORTED))).not.toEqual([])
})
