import { expect, test } from 'vitest'
import { linksIn } from './previous-email-links.ts'

const text = (content: string) => ({ content, useHtmlBuilder: false })
const builder = (htmlTemplate: unknown) => ({ content: '', useHtmlBuilder: true, htmlTemplate })

test.each<[string, ReturnType<typeof text> | ReturnType<typeof builder>, string[]]>([
  ['no link that shows its own URL, which is not tracked', text('See https://x.example/offer.'), []],
  ['no link that was typed without https', text('www.x.example/a, please'), []],
  [
    'the URL of a link, decoded',
    text('<a href="https://x.example/?a=1&amp;b=2">x</a>'),
    ['https://x.example/?a=1&b=2'],
  ],
  ['no image', text('<img src="https://x.example/a.png">'), []],
  ['no URL with a merge tag', text('https://x.example/{Code}'), []],
  ['the URL of a block', builder([{ link: 'https://x.example/b' }]), ['https://x.example/b']],
  [
    'the URL in a text of the builder',
    builder({ text: '<a href="https://x.example/?a&amp;b">x</a>' }),
    ['https://x.example/?a&b'],
  ],
])('linksIn, which lists the links of an earlier email, finds %s', (_, mail, links) => {
  expect(linksIn([mail, mail])).toEqual(links)
})
