import { describe, expect, it } from 'vitest'
import { machineReason } from './machine-hits.ts'
import { provesDelivery } from './tracking.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const GMAIL_PROXY = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
const GMAIL_AHEAD =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0'
const hit = (kind: 'open' | 'click', userAgent = CHROME, changes: object = {}) => ({
  kind,
  method: 'GET',
  userAgent,
  prefetch: false,
  ...changes,
})

const phone = (model: string) =>
  `Mozilla/5.0 (Linux; Android 12; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0 Mobile Safari/537.36`
const PROGRAMS = [
  'Mozilla/5.0 (compatible; GoogleOther)',
  'Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  'Mastodon/4.4.0 (http.rb/5.3.1; +https://social.example/)',
  'Viber',
  'Mozilla/5.0 (compatible; Qualys; +https://www.qualys.com/)',
  'ExampleBot/0.1 (bot@protonmail.example)',
  'AppEngine-Google; (+http://code.google.com/appengine; appid: s~virustotalcloud)',
  'Mozilla/4.0 (compatible; Netcraft Web Server Survey)',
  'github-camo (876de43e)',
  `${CHROME} Playwright/1.48`,
  'Scrapy/2.11.2 (+https://scrapy.org)',
  'HTTPie/3.2.2',
  'got (https://github.com/sindresorhus/got)',
  'Chrome Privacy Preserving Prefetch Proxy',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'ClickUpLinkUnfurler/1.0',
  'Discourse Forum Onebox v3.4',
  'CERT PL scanning',
  `${CHROME} GTmetrix`,
]
type Row = [
  who: string,
  request: ReturnType<typeof hit>,
  seconds: number | null,
  reason: string | null,
  delivers: boolean,
]

describe('machineReason, which distinguishes opens and clicks of programs,', () => {
  it.each<Row>([
    ['a browser an hour later', hit('open'), 3_600, null, true],
    ['a browser after five seconds', hit('open'), 5, null, true],
    ['a browser within five seconds', hit('open'), 4.9, 'TOO_SOON', false],
    ['a browser before the sending is recorded', hit('open'), null, 'TOO_SOON', false],
    ['Gmail’s image proxy, for somebody who looks', hit('open', GMAIL_PROXY), 60, null, true],
    ['Gmail’s image proxy within five seconds', hit('open', GMAIL_PROXY), 2, 'TOO_SOON', false],
    ['Gmail before anybody looks', hit('open', GMAIL_AHEAD), 60, 'PREFETCH', true],
    [
      'Yahoo’s proxy',
      hit('open', 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'),
      60,
      null,
      true,
    ],
    ['Apple Mail Privacy Protection', hit('open', 'Mozilla/5.0'), 60, 'PREFETCH', true],
    ['the same agent, clicking', hit('click', 'Mozilla/5.0'), 60, null, true],
    ['Outlook', hit('open', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'), 60, null, true],
    [
      'Thunderbird',
      hit('open', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0'),
      60,
      null,
      true,
    ],
    [
      'an iPhone',
      hit('click', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'),
      60,
      null,
      true,
    ],
    [
      'a telephone of the make Cubot',
      hit('click', 'Mozilla/5.0 (Linux; Android 12; CUBOT X70) Chrome/120'),
      60,
      null,
      true,
    ],
    ['Outlook on Android', hit('open', 'Outlook-Android/2.0'), 60, null, true],
    ['Apple Mail on a Mac', hit('open', 'Mail/3774.600.62 CFNetwork/1494.0.7 Darwin/23.4.0'), 60, null, true],
    [
      'Android’s own mail program',
      hit('open', 'Dalvik/2.1.0 (Linux; U; Android 13; SM-A536B Build/TP1A)'),
      60,
      null,
      true,
    ],
    [
      'the browser within Instagram',
      hit('click', `${phone('CPH2557 Build/AP3A.240617.008; wv')} Instagram 406.0.0.58.159 Android`),
      60,
      null,
      true,
    ],
    ...[
      'PHANTOM6-Plus Build/NRD90M',
      '22011119UY; ruby Build/SKQ1',
      'Robot One',
      'Spider X Build/QP1A',
      'CUBOT X70',
    ].map((model): Row => [`a phone called ${model}`, hit('click', phone(model)), 60, null, true]),
    ['Gmail before anybody looks, following a link', hit('click', GMAIL_AHEAD), 3_600, 'PREFETCH', false],
    [
      'a crawler that names a phone',
      hit('click', phone('Pixel 2 Build/OPD3.170816.012; Storebot-Google/1.0')),
      60,
      'BOT',
      false,
    ],
    // Published agents that look like people to a list of one’s own.
    ...PROGRAMS.map((agent): Row => [agent, hit('click', agent), 3_600, 'BOT', false]),
    ['HEAD', hit('click', CHROME, { method: 'HEAD' }), 60, 'HEAD', false],
    ['a prefetch that says so', hit('click', CHROME, { prefetch: true }), 60, 'PREFETCH', false],
    ['no agent at all', hit('click', ''), 60, 'BOT', false],
    ['Barracuda', hit('click', 'BarracudaCentral Link Checker'), 60, 'BOT', false],
    ['a library', hit('click', 'python-requests/2.32.0'), 60, 'BOT', false],
    ['curl', hit('open', 'curl/8.5.0'), 60, 'BOT', false],
    ['a headless browser', hit('click', CHROME.replace('Chrome', 'HeadlessChrome')), 60, 'BOT', false],
    [
      'a crawler',
      hit('click', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
      60,
      'BOT',
      false,
    ],
    ['a preview', hit('click', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'), 60, 'BOT', false],
  ])('judges correctly: %s', (_who, request, seconds, reason, delivered) => {
    expect(machineReason(request, seconds)).toBe(reason)
    expect(provesDelivery(request.kind, reason as null)).toBe(delivered)
  })
})
