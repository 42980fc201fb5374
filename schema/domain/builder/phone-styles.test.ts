import { describe, expect, it } from 'vitest'
import type { ElementType } from './blocks.ts'
import type { ElementStyles } from './element-properties.ts'
import { renderDocument } from './render-document.ts'
import { documentOf, element } from './testing/documents.ts'
import { outlookView } from './mail-client-views.ts'

const render = (type: ElementType, styles: ElementStyles) => {
  const shown = element(type)
  return renderDocument(documentOf([{ ...shown, styles: { ...shown.styles, ...styles } }]))
}
const sheetOf = (html: string) => /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''

describe('the different look of an email on phones', () => {
  it('does not exist by default, and needs no style sheet then', () => {
    expect(render('text', {})).not.toContain('<style')
    expect(render('text', { phoneFontSize: 'big', hideOn: 'none' })).not.toContain('<style')
  })

  it('can set size, padding and alignment by media queries', () => {
    const html = render('text', { phoneFontSize: '20px', phonePadding: '4px 8px', phoneTextAlign: 'center' })
    const sheet = sheetOf(html)
    expect(sheet).toContain('@media only screen and (max-width:480px)')
    expect(sheet).toContain('{font-size:20px!important;line-height:30px!important}')
    expect(sheet).toContain('.m-p4-8-4-8{padding:4px 8px!important}')
    expect(html).toContain('<td class="m-s20-30 m-p4-8-4-8 m-acenter"')
  })

  it('writes the same rule only once', () => {
    const two = documentOf([1, 2].map((id) => element('text', { id: `t${id}`, styles: { phonePadding: '4px' } })))
    expect(sheetOf(renderDocument(two)).match(/padding/g)).toHaveLength(1)
  })

  it('shows a block that is hidden on phones in clients without media queries', () => {
    const html = render('button', { hideOn: 'phone' })
    expect(html).toContain('<tr class="m-hide"><td')
    expect(sheetOf(html)).toContain('.m-hide{display:none!important}')
    expect(outlookView(html)).toContain('Click Here')
  })

  it('keeps a block that is only for phones hidden in clients without media queries, Outlook for Windows included', () => {
    const html = render('button', { hideOn: 'desktop' })
    expect(html).toContain('<tr class="m-only" data-phones-only="" style="mso-hide:all;display:none"><td')
    expect(sheetOf(html)).toContain('.m-only{display:table-row!important}')
    expect(outlookView(html)).not.toContain('Click Here')
    expect(html).not.toContain('v:roundrect')
  })
})
