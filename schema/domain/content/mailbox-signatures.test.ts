import { describe, expect, it } from 'vitest'
import { renderDocument } from '../builder/render-document.ts'
import { documentOf, element } from '../builder/testing/documents.ts'
import { compileTemplate, fillTemplate, tagValues } from './merge-tags.ts'
import { renderSimpleText } from './simple-text.ts'
import {
  asksForSignature,
  needsSignature,
  signatureProblem,
  SIGNATURE_MAX,
  withSignature,
} from './mailbox-signatures.ts'

const text = (content: string, signature: string | null) =>
  withSignature({ subject: 'S', content, useHtmlBuilder: false }, signature).content
const html = (content: string, signature: string | null) =>
  withSignature({ subject: 'S', content, useHtmlBuilder: true }, signature).content
const LONG = '<b>Ada</b>\n\n<p style="text-align:center">Ltd</p>'
const BLOCK = '<p style="margin:0 0 8px"><b>Ada</b></p><p style="margin:0 0 8px;text-align:center">Ltd</p>'

describe('a signature in Simple Text', () => {
  it('replaces its tag, however that is written', () => {
    expect(text('Bye\n\n{signature}', LONG)).toBe(`Bye\n\n${LONG}`)
    expect(text('{Signature} {SIGNATURE|x} {first_name}', 'Ada $& $1')).toBe('Ada $& $1 Ada $& $1 {first_name}')
    expect(renderSimpleText(text('<p style="text-align:right">{signature}</p>End', LONG))).toBe(
      '<p style="text-align:right"><b>Ada</b></p><p style="text-align:center">Ltd</p><p>End</p>',
    )
  })

  it('is replaced by nothing or the fallback when the mailbox has none', () => {
    expect(text('Bye{signature}', null)).toBe('Bye')
    expect(text('{signature|Your team}', null)).toBe('Your team')
  })

  it('is never filled from a column of that name, and never in the subject', () => {
    const values = tagValues({ firstName: '', lastName: '', email: '', fields: { Signature: 'evil' } })
    expect(fillTemplate(compileTemplate('{signature}'), values, 'text')).toBe('')
    const mail = { subject: 'Hi {signature|x}{firstName}', content: '', useHtmlBuilder: false }
    expect(withSignature(mail, 'Ada').subject).toBe('Hi {firstName}')
  })
})

describe('a signature in a designed email', () => {
  it('replaces the tag within the line if it is one paragraph, otherwise the whole paragraph with a box', () => {
    expect(html('<td><p>Bye {signature}</p></td>', '<i>Ada</i>')).toBe('<td><p>Bye <i>Ada</i></p></td>')
    expect(html('<td><p class="a">{signature}</p><p>x</p></td>', LONG)).toBe(
      `<td><div class="a">${BLOCK}</div><p>x</p></td>`,
    )
    expect(html('<td>{signature}</td>', LONG)).toBe(`<td>${BLOCK}</td>`)
  })

  it('is left out of URLs, titles, styles, comments and links', () => {
    const around = (place: string) =>
      `<title>${place}</title><style>a${place}</style><!-- ${place} --><a href="x${place}" title='${place}'>y${place}</a>`
    expect(html(around('{signature}'), '"><script>')).toBe(around(''))
  })

  it('never contains markup that Simple Text does not have', () => {
    const written = html('<p>{signature}</p>', '<script>x</script><b onclick="x">Ada</b>')
    expect(written).not.toMatch(/<script|onclick="/)
    expect(written).toContain('<b>Ada</b>')
  })

  it('replaces the tag in what the builder writes', () => {
    const content = renderDocument(documentOf([element('text', { content: 'Bye\n\n{signature}' })]))
    expect(html(content, LONG)).toContain(BLOCK)
    expect(html(content, null)).not.toContain('{signature}')
  })

  it('does not change an email without the tag', () => {
    const content = '<p>{signatures}<P>{sign}'
    expect(html(content, LONG)).toBe(content)
    expect([asksForSignature(content), asksForSignature('a {signature|}')]).toEqual([false, true])
    expect([needsSignature('a {signature|x}'), needsSignature('a {signature}')]).toEqual([false, true])
  })
})

describe('the check of an entered signature', () => {
  it('limits its length', () => {
    expect(signatureProblem('x'.repeat(SIGNATURE_MAX))).toBeNull()
    expect(signatureProblem('x'.repeat(SIGNATURE_MAX + 1))).toMatch(/at most 20,000 characters/)
  })

  it.each([['Ada'], [LONG], ['{firstName|there}'], ['<ul>\n<li>one\n<li>two\n</ul>'], ['a < b']])(
    'accepts %j',
    (signature) => {
      expect(signatureProblem(signature)).toBeNull()
    },
  )

  it.each([
    ['half \uD800', /invalid characters/],
    ['{Signature}', /cannot contain \{signature\}/],
    ['{#if Country is "Spain"}Hola{/if}', /cannot have conditions/],
    ['{/if}', /cannot have conditions/],
    ['<b>Ada', /The tag <b> is not closed/],
    ['<span style="color:#ffffff">Ada<b></b>', /The tag <span> is not closed/],
  ])('refuses %j', (signature, problem) => {
    expect(signatureProblem(signature)).toMatch(problem)
  })
})
