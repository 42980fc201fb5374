import { describe, expect, it } from 'vitest'
import { isLiteralInside } from '#api/platform/http/outside-fetch.ts'

/** A webhook, a sheet or an identity provider whose address is not of the public internet. */

const INSIDE = `0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 100.100.100.200 127.0.0.1 168.63.129.16 169.254.169.254 169.254.0.23 172.16.0.1
  172.31.255.255 192.0.0.192 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
  239.255.255.250 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:10.0.0.1 ::ffff:a83f:8110 ::ffff:7f00:1 ::ffff:0:127.0.0.1
  64:ff9b::7f00:1 64:ff9b:1::1 100::1 100:0:0:1::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 3fff::1 3fff:fff::1
  5f00::1 fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 fe80::1 fe80::a9fe:a9fe fec0::1 ff02::1 4000::1 8000::1`
const OUTSIDE = `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.0.0.1 128.0.0.1 168.63.129.15 168.63.129.17
  169.253.0.1 172.15.0.1 172.32.0.1 192.0.1.1 192.0.3.1 192.167.0.1 198.17.0.1 198.20.0.1 198.51.101.1 203.0.114.1 223.255.255.255
  192.31.196.1 ::ffff:8.8.8.8 2001:200::1 2001:4860:4860::8888 2003::1 2606:4700::1111 2a00:1450::1 3ffe::1`

const words = (text: string) => text.split(/\s+/)
const urlOf = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/`

describe('the check for private addresses in a URL', () => {
  it.each(words(INSIDE))('refuses %s', (address) => expect(isLiteralInside(urlOf(address))).toBe(true))
  it.each(words(OUTSIDE))('allows the public address %s', (address) =>
    expect(isLiteralInside(urlOf(address))).toBe(false),
  )
  it.each([
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0250.077.0201.020/',
    'https://127.1/',
    'https://[::ffff:168.63.129.16]/',
  ])('refuses a private address in another spelling: %s', (url) => expect(isLiteralInside(url)).toBe(true))
})
