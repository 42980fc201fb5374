import { expect, test } from 'vitest'
import { linksIn } from './links-before.ts'

const text = (content: string) => ({ content, useHtmlBuilder: false })
const builder = (htmlTemplate: unknown) => ({ content: '', useHtmlBuilder: true, htmlTemplate })

test.each<[string, ReturnType<typeof text> | ReturnType<typeof builder>, string[]]>([
  ['not of a link that shows its own address, which is not tracked', text('See https://x.example/offer.'), []],
  ['not typed without https', text('www.x.example/a, please'), []],
  ['of a link, decoded', text('<a href="https://x.example/?a=1&amp;b=2">x</a>'), ['https://x.example/?a=1&b=2']],
  ['not of an image', text('<img src="https://x.example/a.png">'), []],
  ['not with a merge tag', text('https://x.example/{Code}'), []],
  ['of a block', builder([{ link: 'https://x.example/b' }]), ['https://x.example/b']],
  [
    'in a text of the builder',
    builder({ text: '<a href="https://x.example/?a&amp;b">x</a>' }),
    ['https://x.example/?a&b'],
  ],
])('offers the address %s', (_, mail, links) => {
  expect(linksIn([mail, mail])).toEqual(links)
})
