import { afterEach, describe, expect, it } from 'vitest'
import { createGoogleFileAccess } from '#api/providers/google/file-access.ts'
import { createMicrosoftFileAccess } from '#api/providers/microsoft/file-access.ts'
import { startStub, type Stub, type StubReply, type StubRequest } from '#api/providers/stub-server.ts'
import type { OpenSpreadsheet } from '#api/providers/spreadsheets.ts'

/**
 * Spreadsheets at stand-ins that were written from the public references of Drive v3, Sheets v4 and Graph v1.0 and from reports of
 * their users, without a look at the sandbox.
 */

let stub: Stub | null = null
afterEach(() => stub?.close())

type Answers = (request: StubRequest) => StubReply | undefined

const GRANT = JSON.stringify({
  ...{ accessToken: 'first', refreshToken: 'refresh', scopes: ['Files.ReadWrite'] },
  expiresAt: Date.now() + 3_600_000,
})
const CLIENT = { clientId: 'client', clientSecret: 'secret' }
const keep = async (renew: (kept: string) => Promise<string | null>) => void (await renew(GRANT))
const notFound: StubReply = {
  status: 404,
  json: { error: { code: 404, message: 'no such call', status: 'NOT_FOUND' } },
}

async function google(answers: Answers): Promise<OpenSpreadsheet> {
  stub = await startStub((request) => answers(request) ?? GOOGLE(request) ?? notFound)
  const access = createGoogleFileAccess({ ...CLIENT, baseUrl: stub.origin })
  return access.open(GRANT, keep, { kind: 'google', fileId: '1AbC', tab: '77' })
}

const TABS = [
  { properties: { title: 'Archive', hidden: true } },
  { properties: { sheetId: 77, title: "Bob’s & Ann's!" } },
]

const GOOGLE: Answers = ({ path, query, method }) => {
  if (path === '/drive/v3/files/1AbC' && query.get('supportsAllDrives') === 'true') {
    return {
      status: 200,
      json: { name: 'Guests', mimeType: 'application/vnd.google-apps.spreadsheet', trashed: false },
    }
  }
  if (path === '/v4/spreadsheets/1AbC') return { status: 200, json: { sheets: TABS } }
  if (path === '/v4/spreadsheets/1AbC/values:batchGet') {
    const range = "'Bob’s & Ann''s!'"
    if (query.get('ranges') !== range)
      return googleError(400, 'INVALID_ARGUMENT', `Unable to parse range: ${query.get('ranges')}`)
    // Trailing empty cells and rows are left out, numbers are formatted.
    const values = [['Email', 'Amount'], [], ['ada@x.example', '1,234.50 €'], ['bob@x.example']]
    return {
      status: 200,
      json: { spreadsheetId: '1AbC', valueRanges: [{ range: `${range}!A1:Z1000`, majorDimension: 'ROWS', values }] },
    }
  }
  if (path === '/v4/spreadsheets/1AbC/values:batchUpdate' && method === 'POST')
    return { status: 200, json: { totalUpdatedCells: 1 } }
  return undefined
}

function googleError(code: number, status: string, message: string, details: object[] = []): StubReply {
  return { status: code, json: { error: { code, message, status, details } } }
}

const errorInfo = (reason: string) => [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' },
]

describe('a connected Google sheet', () => {
  it('is read from the tab in its link, whatever its name, with empty rows in their place', async () => {
    const { title, cells } = await (await google(() => undefined)).read()
    expect(title).toBe('Guests')
    expect(cells).toEqual([['Email', 'Amount'], [], ['ada@x.example', '1,234.50 €'], ['bob@x.example']])
  })

  it('is written in one request, as plain text, without touching other cells', async () => {
    const grid = await (await google(() => undefined)).read()
    await grid.write([
      {
        row: 1,
        column: 25,
        values: [
          ['Sent', null],
          [null, '=1'],
        ],
      },
      { row: 0, column: 0, values: [['x']] },
    ])
    const writes = stub!.requests.filter(({ method }) => method === 'POST')
    expect(writes.map(({ json }) => json)).toEqual([
      {
        valueInputOption: 'RAW',
        data: [
          {
            range: "'Bob’s & Ann''s!'!Z2:AA3",
            values: [
              ['Sent', null],
              [null, '=1'],
            ],
          },
          { range: "'Bob’s & Ann''s!'!A1:A1", values: [['x']] },
        ],
      },
    ])
  })

  it.each<[string, StubReply, string, number | null]>([
    [
      'its quota is used up',
      googleError(
        429,
        'RESOURCE_EXHAUSTED',
        "Quota exceeded for quota metric 'Read requests'",
        errorInfo('RATE_LIMIT_EXCEEDED'),
      ),
      'quota',
      60_000,
    ],
    [
      'an old API refuses its rate',
      {
        status: 403,
        json: {
          error: {
            code: 403,
            message: 'Rate Limit Exceeded',
            errors: [{ domain: 'usageLimits', reason: 'userRateLimitExceeded' }],
          },
        },
      },
      'quota',
      60_000,
    ],
    ['it was not chosen', googleError(404, 'NOT_FOUND', 'Requested entity was not found.'), 'unshared', null],
    [
      'it is not shared',
      googleError(403, 'PERMISSION_DENIED', 'The caller does not have permission'),
      'unshared',
      null,
    ],
    [
      'the token has no such scope',
      googleError(
        403,
        'PERMISSION_DENIED',
        'Request had insufficient authentication scopes.',
        errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
      ),
      'sign_in',
      null,
    ],
    [
      'the API is switched off',
      googleError(
        403,
        'PERMISSION_DENIED',
        'Google Sheets API has not been used in project 1',
        errorInfo('SERVICE_DISABLED'),
      ),
      'unreadable',
      null,
    ],
    [
      'it is an Office file',
      googleError(
        400,
        'FAILED_PRECONDITION',
        'This operation is not supported for this document. The document must not be an Office file.',
      ),
      'unreadable',
      null,
    ],
    ['Google is down', googleError(503, 'UNAVAILABLE', 'The service is currently unavailable.'), 'unavailable', null],
    ['a proxy answers', { status: 200, text: '<html>sign in</html>' }, 'unavailable', null],
    ['the connection is cut', 'cut', 'unavailable', null],
  ])('gets the right state when %s', async (_, reply, state, retryAfterMs) => {
    const sheet = await google(({ path }) => (path === '/v4/spreadsheets/1AbC' ? reply : undefined))
    await expect(sheet.read()).rejects.toMatchObject({ name: 'SpreadsheetError', state, retryAfterMs })
  })

  it('counts as missing in the trash, and when its tab was deleted', async () => {
    const trashed = await google(({ path }) =>
      path.startsWith('/drive/')
        ? { status: 200, json: { name: 'G', mimeType: 'application/vnd.google-apps.spreadsheet', trashed: true } }
        : undefined,
    )
    await expect(trashed.read()).rejects.toMatchObject({ state: 'missing' })
    await stub?.close()
    const other = await google(({ path }) =>
      path === '/v4/spreadsheets/1AbC'
        ? { status: 200, json: { sheets: [{ properties: { title: 'A' } }] } }
        : undefined,
    )
    await expect(other.read()).rejects.toMatchObject({ state: 'missing', message: expect.stringContaining('tab') })
  })

  it('reports what is needed when a column is protected or there is no room for another', async () => {
    const sheet = await google(({ method }) =>
      method === 'POST'
        ? googleError(
            400,
            'INVALID_ARGUMENT',
            "Range ('A'!AA1:AD3) exceeds grid limits. Max rows: 1000, max columns: 26",
          )
        : undefined,
    )
    const grid = await sheet.read()
    await expect(grid.write([{ row: 0, column: 26, values: [['x']] }])).rejects.toMatchObject({
      message: expect.stringContaining('four columns must be free'),
    })
  })
})

const LINK = 'https://contoso-my.sharepoint.com/:x:/g/personal/ann/EaBc?e=4%3aXy'
const BOOK = '/v1.0/drives/b!drive%2F1/items/01ITEM/workbook'

async function microsoft(answers: Answers): Promise<OpenSpreadsheet> {
  stub = await startStub((request) => answers(request) ?? GRAPH(request) ?? graphError(404, 'itemNotFound'))
  const access = createMicrosoftFileAccess({ ...CLIENT, tenant: 'common', baseUrl: stub.origin })
  return access.open(GRANT, keep, { kind: 'microsoft', url: LINK })
}

const item = (more: object = {}) => ({
  ...{ id: '01ITEM', name: 'Guests.xlsx', parentReference: { driveId: 'b!drive/1', driveType: 'business' } },
  ...more,
})

const GRAPH: Answers = ({ path, method, headers }) => {
  const token = /^\/v1\.0\/shares\/u!([\w-]+)\/driveItem$/.exec(path)?.[1]
  if (token !== undefined) {
    const isOurs = Buffer.from(token, 'base64url').toString('utf8') === LINK
    return isOurs ? { status: 200, json: item() } : graphError(404, 'itemNotFound')
  }
  if (path === `${BOOK}/worksheets`) {
    const value = [
      { id: '{2}', name: 'Guests', position: 1, visibility: 'Visible' },
      { id: '{1}', name: 'Lists', position: 0, visibility: 'VeryHidden' },
    ]
    return { status: 200, json: { value } }
  }
  const sheet = `${BOOK}/worksheets/%7B2%7D`
  if (path === `${sheet}/usedRange(valuesOnly=true)`) {
    return {
      status: 200,
      json: {
        address: "'Gue''sts A1'!B3:C4",
        text: [
          ['Email', 'When'],
          ['ada@x.example', '1/2/2026'],
        ],
      },
    }
  }
  if (path === `${BOOK}/createSession`) return { status: 201, json: { id: 'session-1', persistChanges: true } }
  if (path === `${BOOK}/closeSession`) return { status: 204 }
  if (path === `${sheet}/range(address='D3:E4')` && method === 'PATCH') {
    return headers['workbook-session-id'] === 'session-1'
      ? { status: 200, json: {} }
      : graphError(400, 'invalidSessionNotFound')
  }
  return undefined
}

function graphError(status: number, code: string, inner?: string, headers: Record<string, string> = {}): StubReply {
  const error = { code, message: 'It failed.', innerError: inner ? { code: inner, message: 'It failed.' } : {} }
  return { status, headers, json: { error } }
}

describe('a connected Excel file', () => {
  it('is read from its first visible worksheet, with its cells where they are', async () => {
    const { title, cells } = await (await microsoft(() => undefined)).read()
    expect(title).toBe('Guests')
    expect(cells).toEqual([[], [], ['', 'Email', 'When'], ['', 'ada@x.example', '1/2/2026']])
  })

  it('is written in a session that is closed, as text that Excel does not turn into a date or formula', async () => {
    const grid = await (await microsoft(() => undefined)).read()
    await grid.write([
      {
        row: 2,
        column: 3,
        values: [
          ['Status', 'Sent'],
          [null, '2026-11-30 09:12'],
        ],
      },
    ])
    const [create, write, close] = stub!.requests.filter(({ method }) => method !== 'GET')
    expect(create?.json).toEqual({ persistChanges: true })
    expect(write?.json).toEqual({
      values: [
        ["'Status", "'Sent"],
        [null, "'2026-11-30 09:12"],
      ],
    })
    expect(close?.path).toBe(`${BOOK}/closeSession`)
  })

  it.each<[string, StubReply, string, number | null]>([
    [
      'it is throttled',
      graphError(429, 'tooManyRequests', 'tooManyRequestsUncategorized', { 'retry-after': '30' }),
      'quota',
      30_000,
    ],
    ['somebody has locked it', graphError(423, 'resourceLocked'), 'unavailable', null],
    ['another client locks it for editing', graphError(409, 'conflict', 'accessConflict'), 'unavailable', null],
    [
      'it opens too slowly',
      graphError(504, 'gatewayTimeout', 'gatewayTimeoutUncategorized', { 'retry-after': '20' }),
      'unavailable',
      20_000,
    ],
    ['it has unsupported contents', graphError(400, 'badRequest', 'unsupportedWorkbook'), 'unreadable', null],
    ['it is not shared', graphError(403, 'accessDenied'), 'unshared', null],
    ['it was deleted', graphError(404, 'itemNotFound'), 'missing', null],
  ])('gets the right state when %s', async (_, reply, state, retryAfterMs) => {
    const sheet = await microsoft(({ path }) => (path.endsWith('/worksheets') ? reply : undefined))
    await expect(sheet.read()).rejects.toMatchObject({ name: 'SpreadsheetError', state, retryAfterMs })
  })

  it.each<[string, object]>([
    ['a personal OneDrive', { parentReference: { driveId: 'b!drive/1', driveType: 'personal' } }],
    ['a document', { name: 'Letter.docx' }],
  ])('counts as unreadable where the link leads to %s', async (_, more) => {
    const sheet = await microsoft(({ path }) =>
      path.includes('/shares/') ? { status: 200, json: item(more) } : undefined,
    )
    await expect(sheet.read()).rejects.toMatchObject({ state: 'unreadable' })
  })

  it("is opened by its sharing link with the person's access, as in a browser", async () => {
    await (await microsoft(() => undefined)).read()
    expect(stub!.requests[0]?.headers['prefer']).toBe('redeemSharingLink')
  })
})
