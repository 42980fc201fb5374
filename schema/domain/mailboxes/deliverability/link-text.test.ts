import { expect, it } from 'vitest'
import { misleadingHost } from './link-text.ts'

it.each<[text: string, address: string, host: string | null]>([
  ['https://bank.example', 'https://other.example/login', 'bank.example'],
  ['bank.example', 'https://other.example', 'bank.example'],
  [' www.Bank.example/path ', 'https://other.example', 'www.bank.example'],
  ['https://bank.example/a', 'https://bank.example/b', null],
  ['bank.example', 'https://www.bank.example', null],
  ['bank.example', 'https://pay.bank.example', null],
  ['pay.bank.example', 'https://bank.example', null],
  ['nobank.example', 'https://bank.example', 'nobank.example'],
  ['https://bank.example', 'https://bank.example:x@other.example/', 'bank.example'],
  ['https://bank.example', String.raw`https://other.example\@bank.example`, 'bank.example'],
  ['bänk.example', 'https://xn--bnk-qla.example', null],
  ['Node.js', 'https://other.example', null],
  ['report.pdf', 'https://other.example', null],
  ['Read more', 'https://other.example', null],
  ['Mr. Smith', 'https://other.example', null],
  ['a@bank.example', 'https://other.example', null],
  ['https://{Site}', 'https://other.example', null],
  ['https://bank.example', '{Link}', null],
  ['bank.example', 'mailto:a@other.example', null],
  ['', 'https://other.example', null],
  [`${'a.'.repeat(50_000)}b`, 'https://other.example', null],
])('the text %.40j of a link to %j names the host %j', (text, address, host) => {
  expect(misleadingHost(text, address)).toBe(host)
})
