import { expect, test } from 'vitest'
import { createElement } from '#domain/builder/new-element.ts'
import { emptyDocument } from '#domain/builder/builder-document.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { previewPage } from './preview-page.ts'

const VIEW = { client: 'mail', isDark: false, hasImages: true } as const
const NAME = `/images/${'a'.repeat(43)}.png`
const ELSEWHERE = 'https://elsewhere.example/hill.png'

const behind = (address: string) => `<p style="color: red; background-image:url('${address}')">Hello</p>`
const withBand = (background: string) =>
  renderDocument({ ...emptyDocument(), elements: [{ ...createElement('columns', 'a', 1), background }] })
/** The pictures of a page, without those of its comments. */
const shown = (html: string) => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const boxes = [...page.querySelectorAll<HTMLElement>('[style]')]
  return [
    ...[...page.images].map(({ src }) => src),
    ...boxes
      .map(({ style }) => /url\("?([^")]+)/.exec(style.backgroundImage)?.[1])
      .filter((each) => each !== undefined),
  ]
}

test.each([
  ['an image', `<img src="https://mail.example${NAME}" alt="">`],
  ['a picture behind an element', behind(`https://mail.example${NAME}`)],
  ['the background of a band', withBand(`https://mail.example${NAME}`)],
])("the builder's preview loads %s of this installation from the host of the page", (_, html) => {
  const page = previewPage(html, VIEW)
  expect(shown(page.html)).toEqual([`${location.origin}${NAME}`])
  expect(page.foreign).toBe(0)
})

test.each([
  ['an image', `<img src="${ELSEWHERE}" alt="A hill">`],
  ['a picture behind an element', behind(ELSEWHERE)],
  ['the background of a band', withBand(ELSEWHERE)],
  ['a background in short form', `<p style="background:#fff url(${ELSEWHERE})">Hello</p>`],
])("the builder's preview counts %s of another server without loading it", (_, html) => {
  const page = previewPage(html, VIEW)
  expect(shown(page.html)).toEqual([])
  expect(page.foreign).toBe(1)
})

test("the builder's preview removes only the picture from a style", () => {
  const page = new DOMParser().parseFromString(previewPage(behind(ELSEWHERE), VIEW).html, 'text/html')
  expect(page.querySelector('p')?.style.color).toBe('red')
})

test.each([
  ['an image', (address: string) => `<img src="${address}" alt="">`],
  ['a picture behind an element', behind],
])("the builder's preview shows %s inside the email", (_, written) => {
  const page = previewPage(written('data:image/png;base64,iVBO'), VIEW)
  expect(shown(page.html)).toEqual(['data:image/png;base64,iVBO'])
  expect(page.foreign).toBe(0)
})

test("the builder's preview does not count backgrounds while images are off", () => {
  const page = previewPage(withBand(ELSEWHERE), { ...VIEW, hasImages: false })
  expect([shown(page.html), page.foreign]).toEqual([[], 0])
})

test("the builder's preview treats backgrounds drawn for Outlook by the same rule", () => {
  const outlook = { ...VIEW, client: 'outlook' } as const
  const own = shown(previewPage(withBand(`https://mail.example${NAME}`), outlook).html)
  expect(new Set(own)).toEqual(new Set([`${location.origin}${NAME}`]))
  expect(previewPage(withBand(ELSEWHERE), outlook).foreign).toBeGreaterThan(0)
})
