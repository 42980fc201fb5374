import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitsPlace, placeBetween, writtenAt, type Place } from './tag-places-in-links.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

describe('the place of a merge tag in the URL of a link', () => {
  it.each<[string, string, Place]>([
    ['', '', 'address'],
    ['', '?from=mail', 'address'],
    ['', '{path}', 'address'],
    ['', '://good.example/', 'none'],
    ['', 'good.example/', 'none'],
    ['https://', '', 'site'],
    ['HTTPS://', '/shop', 'site'],
    ['//', '/shop', 'site'],
    ['https:', '', 'site'],
    ['https:\\\\', '/', 'site'],
    ['https://', '.good.example/x', 'host'],
    ['https://', '.{domain}', 'host'],
    ['https://{sub}.', '/x', 'host'],
    ['https://{a}', '.good.example', 'host'],
    ['https://www.', '/x', 'host'],
    ['https://shop-', '.good.example', 'host'],
    ['https://', ':8443/', 'host'],
    ['https://', 'good.example', 'label'],
    ['https://', '{b}good.example', 'label'],
    ['https://good.example', '', 'tail'],
    ['https://good.example', '?q=1', 'tail'],
    ['https://good.example{a}', '', 'tail'],
    ['https://good.example:', '/', 'port'],
    ['https://good.example:80', '/', 'port'],
    ['https://{host}:', '', 'port'],
    ['https://', '@good.example', 'none'],
    ['https://user:', '@good.example', 'none'],
    ['https://user@', '.example', 'none'],
    ['https://good.example\\', '', 'none'],
    ['https://%67ood.', '.example', 'none'],
    ['https://good.example/', '', 'path'],
    ['https://good.example?q=', '&r=1', 'path'],
    ['https://good.example#', '', 'path'],
    ['mailto:', '?subject=x', 'path'],
    ['/shop/', '', 'path'],
  ])('between %j and %j is %s', (before, after, place) => {
    expect(placeBetween(before, after)).toBe(place)
  })
})

describe('the value of a merge tag in the URL of a link', () => {
  it.each<[Place, string[], string[]]>([
    [
      'address',
      [
        'https://ada.example/x?y#z',
        'http://ada.example:8080',
        'mailto:a@b.example',
        'tel:+49123',
        'ada.example/shop',
        'https://[::1]/',
        ' https://ada.example ',
      ],
      [
        '',
        'javascript:alert(1)',
        'data:text/html,x',
        'ftp://a.example',
        '//evil.example',
        'https://good.example@evil.example/',
        'https:\\\\evil.example',
        'https://evil.example\\@good.example',
        'good',
      ],
    ],
    [
      'site',
      ['ada.example', 'ada.example:8080/x?y', 'münchen.example', 'xn--mnchen-3ya.example/'],
      ['', 'a@evil.example', '/evil.example', '\\evil.example', 'a b', 'evil.example\\x', '%65vil.example', 'a:b'],
    ],
    [
      'host',
      ['shop', 'eu.shop', 'ä-b_c'],
      [
        '',
        'evil.example/',
        'evil.example?',
        'evil.example#',
        'evil.example\\',
        'a@b',
        'a:80',
        'a b',
        'a\tb',
        'a\nb',
        'a\0b',
        '%2e',
        '.',
        '.a',
        'a.',
        'a..b',
        'evil。example',
        'evil．example',
        'a／b',
        'evil\u200b',
        '-a',
      ],
    ],
    ['label', ['', 'shop.', 'eu.shop.'], ['evil-', 'evil', 'evil/', '@', '.']],
    [
      'tail',
      ['', '/welcome', '?q', '#top'],
      ['.evil.example', '@evil.example', ':80@evil.example', ':80', '\\evil', 'x', '%2f'],
    ],
    ['port', ['', '8080'], ['80/', '80@evil.example', '123456', 'x']],
    ['none', [], ['', 'x', 'https']],
    ['path', ['', '../x', 'a\nb', '@'], []],
  ])('is allowed in the place %s: %j, and not %j', (place, good, bad) => {
    expect(good.filter((value) => !fitsPlace(place, value))).toEqual([])
    expect(bad.filter((value) => fitsPlace(place, value))).toEqual([])
  })

  const nasty = fc.array(
    fc.constantFrom(
      'a',
      'evil.example',
      '.',
      '/',
      '\\',
      '?',
      '#',
      '@',
      ':',
      '80',
      '%2f',
      ' ',
      '\t',
      '\n',
      '\0',
      '。',
      '－',
      '＠',
      'é',
      'http://',
      '-',
      '[',
      ']',
      '{x}',
      '&#47;',
      '\u00ad',
      '😀',
    ),
    { maxLength: 6 },
  )
  it.each([
    ['https://', '.good.example/x'],
    ['https://shop-', '.good.example/x'],
    ['https://', 'good.example/x'],
    ['https://a.', '.good.example:8443?x'],
    ['https://good.example', '/x'],
    ['https://good.example:', '/x'],
    ['https://', '@good.example/x'],
    ['//', '.good.example/x'],
    ['https:', '.good.example/x'],
    ['https://good.example\\', '/x'],
    ['https://good.example/', ''],
    ['', '://good.example/'],
  ])('between %s and %s never changes the host', (before, after) => {
    const place = placeBetween(before, after)
    fc.assert(
      fc.property(
        fc.oneof(
          nasty.map((parts) => parts.join('')),
          fc.string({ unit: 'binary', maxLength: 12 }),
        ),
        (value) => {
          if (!fitsPlace(place, value)) return
          const filled = `${before}${writtenAt(place, value)}${after}`
          if (!URL.canParse(filled, 'http://reader.example')) return
          const url = new URL(filled, 'http://reader.example')
          expect([url.username, url.password]).toEqual(['', ''])
          expect(`.${url.hostname}`).toMatch(/\.good\.example$/)
        },
      ),
      { numRuns: runsOf(2_000) },
    )
  })
})
