import { describe, expect, it } from 'vitest'
import { BLOCKS } from './blocks.ts'
import type { BuilderDocument, BuilderElement } from './builder-document.ts'
import { documentOf, element } from './testing/documents.ts'
import { sentBytes } from './sent-size.ts'
import { GMAIL_CLIP_BYTES, warningsOf } from './email-warnings.ts'

const sound = element('text', { content: 'Hello' })
const codes = (document: BuilderDocument, html?: string) => warningsOf(document, html).map(({ code }) => code)
const codesOf = (type: BuilderElement['type'], change: Partial<BuilderElement>) =>
  codes(documentOf([element(type, change)]))
const image = { content: 'https://x.test/a.png', alt: 'A house' }
const button = { link: 'https://x.test' }

describe('an email gets a warning', () => {
  it('if it has no subject or content', () => {
    expect(codes(documentOf([sound], { subject: ' ' }))).toEqual(['NO_SUBJECT'])
    expect(codes(documentOf([]))).toEqual(['NO_ELEMENTS'])
    expect(codes(documentOf([sound]))).toEqual([])
  })

  it('if Gmail would clip it at 102 KB, or nearly', () => {
    const mail = documentOf([sound])
    const added = sentBytes('')
    expect(codes(mail, 'x'.repeat(GMAIL_CLIP_BYTES - added + 1))).toEqual(['CLIPPED'])
    expect(codes(mail, 'x'.repeat(GMAIL_CLIP_BYTES - added))).toEqual(['NEARLY_CLIPPED'])
    expect(codes(mail, 'x'.repeat(GMAIL_CLIP_BYTES * 0.8))).toEqual([])
    expect(codes(mail, 'é'.repeat(GMAIL_CLIP_BYTES / 2 + 1))).toEqual(['CLIPPED'])
    expect(codes(documentOf([element('text', { content: 'word '.repeat(25_000) })]))).toEqual(['CLIPPED'])
  })

  it('if a global style is invalid', () => {
    const globalStyles = { backgroundColor: 'nice', fontFamily: 'a;b', maxWidth: 'wide', linkColor: '' }
    expect(codes(documentOf([sound], { globalStyles }))).toEqual(['BAD_STYLE', 'BAD_STYLE', 'BAD_STYLE'])
  })
})

describe('the maximum width of an email', () => {
  const messages = (maxWidth: string) =>
    warningsOf(
      documentOf([sound], { globalStyles: { backgroundColor: '', fontFamily: '', linkColor: '', maxWidth } }),
    ).map(({ message }) => message)

  it.each([
    ['150px', 'An email must be 200 to 1200 px wide. With “150px”, it is drawn at 600 px.'],
    ['0', 'An email must be 200 to 1200 px wide. With “0”, it is drawn at 600 px.'],
    ['1400px', 'An email must be 200 to 1200 px wide. With “1400px”, it is drawn at 1200 px.'],
    ['5000', 'An email must be 200 to 1200 px wide. With “5000”, it is drawn at 1200 px.'],
  ])('of %s is out of range and gets a warning', (maxWidth, message) => {
    expect(messages(maxWidth)).toEqual([message])
  })

  it.each(['200px', '600', '1200px', '50em'])('of %s is accepted', (maxWidth) => {
    expect(messages(maxWidth)).toEqual([])
  })
})

describe('an element gets a warning', () => {
  it.each<[string, BuilderElement['type'], Partial<BuilderElement>, string[]]>([
    ['an image without alternative text', 'image', { ...image, alt: undefined }, ['NO_ALT']],
    ['an image as decoration', 'image', { ...image, alt: '' }, []],
    ['a linked image as decoration', 'image', { ...image, alt: '', link: 'https://x.test' }, ['NO_ALT']],
    ['an image without address', 'image', { ...image, content: '' }, ['NO_IMAGE']],
    ['an image of data', 'image', { ...image, content: 'data:image/png;base64,x' }, ['NO_IMAGE']],
    ['the placeholder', 'image', { alt: 'A' }, ['PLACEHOLDER']],
    ['a button without a link', 'button', { link: '' }, ['NO_LINK']],
    ['a button with a script', 'button', { link: 'javascript:x' }, ['BAD_LINK']],
    ['a button with an example link', 'button', { link: 'https://www.example.com/a' }, ['PLACEHOLDER']],
    ['a button without text', 'button', { ...button, content: ' ' }, ['NO_TEXT']],
    ['a sound button', 'button', button, []],
    ['an invalid link in text', 'text', { content: '<a href="/a">a</a> <a href="https://x.test">b</a>' }, ['BAD_LINK']],
    ['an empty text', 'text', { content: '<b> </b>' }, ['NO_TEXT']],
    ['a network without address', 'social', { items: [{ network: 'x', url: '' }] }, ['NO_LINK']],
    [
      'an invalid style',
      'text',
      { content: 'a', styles: { fontSize: 'big', color: '#333', padding: '' } },
      ['BAD_STYLE'],
    ],
    ['text that is hard to read', 'text', { content: 'a', styles: { color: '#eeeeee' } }, ['LOW_CONTRAST']],
    [
      'a button that is hard to read',
      'button',
      { ...button, styles: { ...BLOCKS.button.styles, color: '#0088ff' } },
      ['LOW_CONTRAST'],
    ],
    ['imported HTML with removed parts', 'html', { content: 'a<script>b</script>' }, ['TAKEN_OUT']],
  ])('for %s', (_, type, change, expected) => {
    expect(codesOf(type, change)).toEqual(expected)
  })

  it('with its id, also in columns, judged against the background behind it', () => {
    const white = element('text', { id: 'w', content: 'a', styles: { color: '#ffffff' } })
    const row = (styles: BuilderElement['styles']) => ({
      ...element('columns'),
      styles,
      columns: [{ elements: [white] }],
    })
    expect(warningsOf(documentOf([row({})]))).toMatchObject([{ code: 'LOW_CONTRAST', elementId: 'w' }])
    expect(warningsOf(documentOf([row({ backgroundColor: 'navy' })]))).toEqual([])
    const own = { ...white, styles: { color: '#ffffff', backgroundColor: 'navy' } }
    expect(warningsOf(documentOf([own]))).toEqual([])
  })
})
