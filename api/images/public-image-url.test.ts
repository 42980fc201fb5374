import { expect, it } from 'vitest'
import { isReachable } from './public-image-url.ts'

it.each([
  'http://localhost:4000',
  'http://app.localhost',
  'http://127.0.0.1',
  'http://127.9.9.9',
  'http://2130706433',
  'http://0x7f.1',
  'http://10.1.2.3',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.1.5',
  'http://169.254.169.254',
  'http://100.64.0.1',
  'http://0.0.0.0',
  'http://[::1]:4000',
  'http://[fd12::1]',
  'http://[fe80::1]',
  'http://[::ffff:10.0.0.1]',
  'http://intranet',
  'http://printer.local',
  'https://mail.corp.',
  'http://app.home.arpa',
  'http://app.example',
])('the check for reachable images reports that recipients elsewhere cannot open %s', (origin) => {
  expect(isReachable(new URL(origin))).toBe(false)
})

it.each([
  'https://mail.example.com',
  'http://8.8.8.8',
  'http://172.32.0.1',
  'http://100.128.0.1',
  'http://[2606:4700::1111]',
  'https://locals.io',
  'https://mylocal.de',
])('the check for reachable images accepts %s as a URL that recipients can open', (origin) => {
  expect(isReachable(new URL(origin))).toBe(true)
})
