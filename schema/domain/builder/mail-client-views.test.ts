import { describe, expect, it } from 'vitest'
import { contrast } from './colors.ts'
import { GALLERY } from './gallery/gallery.ts'
import { renderDocument } from './render-document.ts'
import { textOfDocument } from './plain-text.ts'
import { attribute, bodyText, elementsOf, styleOf, textOf } from './testing/dom.ts'
import { documentOf, element, everything } from './testing/documents.ts'
import { darkView, imagesOffView, outlookView } from './mail-client-views.ts'

const html = renderDocument(everything)

describe('the preview for Outlook on Windows', () => {
  it('shows what is meant for it and nothing meant for other programs', () => {
    const view = outlookView('a<!--[if mso]>b<![endif]-->c<!--[if !mso]><!-->d<!--<![endif]-->e')
    expect(view).toBe('abce')
  })

  it.each([
    ['gte mso 9', true],
    ['lt mso 12', false],
    ['mso 16', true],
    ['mso 15', false],
    ['(gte mso 9)|(IE)', true],
    ['IE', false],
    ['!mso', false],
    ['(gt mso 9)&(lt mso 15)', false],
    ['mso | IE', true],
    ['nonsense (', false],
  ])('evaluates the condition [if %s] like Word: %s', (condition, holds) => {
    expect(outlookView(`<!--[if ${condition}]>x<![endif]-->`)).toBe(holds ? 'x' : '')
  })

  it('draws each button once in its size, and places columns in tables of their width', () => {
    const view = outlookView(html)
    const texts = elementsOf(view)
      .filter(({ tagName }) => tagName === 'a')
      .map(textOf)
    expect(texts.filter((text) => text === 'Click Here')).toHaveLength(2)
    expect(elementsOf(view).filter((td) => attribute(td, 'width') === '200')).toHaveLength(3 + 1)
    expect(view).not.toMatch(/v:roundrect|w:anchorlock|\[if|<xml/)
  })

  it('uses no style that Word does not support', () => {
    const styles = elementsOf(outlookView(html)).filter(({ tagName }) => tagName !== 'a')
    const unknown = styles.flatMap((one) =>
      Object.keys(styleOf(one)).filter((key) => /radius|max-|min-|overflow/.test(key)),
    )
    expect(unknown).toEqual([])
  })
})

describe('the preview without pictures', () => {
  it('shows alternative texts instead', () => {
    const view = imagesOffView(html)
    expect(elementsOf(view).filter(({ tagName }) => tagName === 'img')).toEqual([])
    expect(bodyText(view)).toContain('A house')
    expect(imagesOffView('<img src="x" alt="a < b &amp; {c}">')).toContain('>a &lt; b &amp; {c}</span>')
  })
})

describe('the preview in dark mode', () => {
  it('turns light backgrounds dark and dark texts light, and keeps the others', () => {
    expect(darkView('<p style="color:#000000;background-color:#102030">x</p>')).toMatch(
      /color:#[ef].....;background-color:#102030/,
    )
    expect(darkView('<td bgcolor="#ffffff">x</td>')).toMatch(/bgcolor="#(1|2)/)
    expect(darkView('<p style="padding:0">x</p>')).toBe('<p style="padding:0">x</p>')
  })

  it.each(GALLERY)('keeps every text of $name readable', ({ document }) => {
    for (const page of [renderDocument(document), darkView(renderDocument(document))]) {
      expect(faintTexts(page)).toEqual([])
    }
  })
})

/** Texts with a contrast under 3. */
function faintTexts(page: string): string[] {
  return elementsOf(page).flatMap((one) => {
    const color = styleOf(one)['color']
    if (!color || attribute(one, 'data-preheader') !== undefined) return []
    let behind: typeof one | null = one
    while (behind && !styleOf(behind)['background-color']) {
      const parent: unknown = behind.parentNode
      behind = parent && typeof parent === 'object' && 'tagName' in parent ? (parent as typeof one) : null
    }
    const background = behind && styleOf(behind)['background-color']
    return background && contrast(color, background) < 3 ? [`${textOf(one)}: ${color} on ${background}`] : []
  })
}

describe('the text of a builder document', () => {
  it('consists of its texts, buttons, pictures and imported HTML, in order', () => {
    const document = documentOf([
      element('text', { content: '<b>Hi</b> {firstName}' }),
      { ...element('columns'), columns: [{ elements: [element('button', { content: 'Go' })] }, { elements: [] }] },
      element('image', { alt: 'A house' }),
      element('divider'),
      element('html', { content: '<p>a &amp; b</p><script>c</script>' }),
    ])
    expect(textOfDocument(document).replace(/\s+/g, ' ')).toBe('Hi {firstName} Go A house a & b ')
  })
})
