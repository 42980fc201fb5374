import { describe, expect, it } from 'vitest'
import { repairMergeTags } from './merge-tag-repair.ts'

describe('repairMergeTags, which joins tags cut apart by formatting,', () => {
  it.each([
    ['<p>Hello {<b>first</b>Name},</p>', '<p>Hello {firstName}<b></b>,</p>'],
    ['{<span style="color:red">Last&nbsp;</span>name|there}', '{Last name|there}<span style="color:red"></span>'],
    ['<b>{first</b>Name}', '<b>{firstName}</b>'],
    [
      '<a href="https://shop.test/?e=%7Bemail%7D&x=%7bFirst%20Name%7Cyou%7d">x</a>',
      '<a href="https://shop.test/?e={email}&x={First Name|you}">x</a>',
    ],
    ['<a href="http://{unsubscribeUrl}">out</a>', '<a href="{unsubscribeUrl}">out</a>'],
    ["<a href='https://shop.test/{Unsubscribe URL}?x'>out</a>", "<a href='{Unsubscribe URL}'>out</a>"],
  ])('repairs %s', (html, mended) => {
    expect(repairMergeTags(html)).toBe(mended)
  })

  it.each([
    '<p>Hello {firstName},</p>',
    '<style>a{color:red}b{color:blue}</style>',
    '<p>{ <b>not a tag!?</b> }</p>',
    '<p>a { b <i>c</i></p><p>d } e</p>',
    '<a href="https://shop.test/{email}">x</a>',
    '<a href="https://shop.test/%7B%22json%22%3A1%7D">x</a>',
    '<a href="https://shop.test/%7Bemail">x</a>',
  ])('does not change %s', (html) => {
    expect(repairMergeTags(html)).toBe(html)
  })

  it.each([
    '{<b>'.repeat(50_000),
    `<a href="${'%7B'.repeat(30_000)}`,
    `<a href="x${'{'.repeat(50_000)}`,
    `{${'<b>x'.repeat(50_000)}`,
  ])('reads any text in linear time', (text) => {
    const began = performance.now()
    repairMergeTags(text)
    const short = performance.now() - began
    expect(short).toBeLessThan(2_000)
  })
})
