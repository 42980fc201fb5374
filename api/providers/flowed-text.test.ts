import { describe, expect, it } from 'vitest'
import { readMailText } from './mail-text.ts'

const read = async (body: string, type = 'text/plain; charset=utf-8; format=flowed') =>
  (await readMailText(Buffer.from(`Subject: x\r\nContent-Type: ${type}\r\n\r\n${body}`))).text

describe('readMailText, for plain text with flowed lines,', () => {
  it.each([
    ['joins the lines of a paragraph', 'one \r\ntwo\r\nthree', 'one two\nthree'],
    ['joins quoted lines of the same depth', '> one \r\n> two\r\n', '> one two'],
    ['leaves an answer below a quoted line that ends with a space', '> Hi \r\nHello', '> Hi \nHello'],
    ['leaves lines of different depth', '>> one \r\n> two', '>> one \n> two'],
    ['leaves a signature', 'Bye \r\n-- \r\nBo', 'Bye \n-- \nBo'],
    ['removes the space that protects a line', ' > no quote', '> no quote'],
  ])('%s', async (_, body, expected) => {
    expect(await read(body)).toBe(expected)
  })

  it('removes the spaces at which a text in a language without spaces was wrapped', async () => {
    expect(await read('はい \r\nそう', 'text/plain; charset=utf-8; format=flowed; delsp=yes')).toBe('はいそう')
  })

  it('leaves the lines of a text that was not wrapped unchanged', async () => {
    expect(await read('one \r\ntwo format=flowed', 'text/plain')).toBe('one \ntwo format=flowed')
  })

  it('leaves out an attached email, such as the one being answered that Outlook attaches', async () => {
    const attached = 'Content-Type: message/rfc822\r\n\r\nFrom: ada@contoso.test\r\nSubject: Offer\r\n\r\nOur offer'
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nYes, please.\r\n--b\r\n${attached}\r\n--b--\r\n`
    expect(await read(body, 'multipart/mixed; boundary=b')).toBe('Yes, please.')
  })
})
