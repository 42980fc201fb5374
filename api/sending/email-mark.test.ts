import { describe, expect, it } from 'vitest'
import { markText, readMark } from './email-mark.ts'

const mark = { logId: '0190c5f2-7a3e-7cc1-b1a4-d2f0e6a81b22', attempt: 3 }

describe('the mark by which an email is found in a mailbox', () => {
  it('is read back as written, even if a provider changes its case', () => {
    expect(readMark(markText(mark))).toEqual(mark)
    expect(readMark(` ${markText(mark).toUpperCase()}\r\n`)).toEqual(mark)
  })

  it('contains nothing but its two numbers', () => {
    expect(markText(mark)).toBe('mw1.0190c5f27a3e7cc1b1a4d2f0e6a81b22.3')
  })

  it.each([
    '',
    'mw1.',
    'mw1.0190.1',
    'mw2.0190c5f27a3e7cc1b1a4d2f0e6a81b22.3',
    'mw1.0190c5f27a3e7cc1b1a4d2f0e6a81b22.3x',
  ])('is not read from %j', (text) => expect(readMark(text)).toBeNull())
})
