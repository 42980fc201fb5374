/** A request that a test answers by hand. */
export class HeldRequest extends EventTarget {
  static sent: HeldRequest[] = []
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  status = 0
  statusText = ''
  responseText = ''
  withCredentials = false
  opened = ''
  body: FormData | null = null

  open(method: string, path: string) {
    this.opened = `${method} ${path}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: FormData) {
    this.body = body
    HeldRequest.sent.push(this)
  }
  abort() {
    this.dispatchEvent(new Event('loadend'))
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total, lengthComputable: true }))
  }
  arrived() {
    this.upload.dispatchEvent(new Event('load'))
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
    this.dispatchEvent(new Event('loadend'))
  }
  cut() {
    this.dispatchEvent(new Event('error'))
    this.dispatchEvent(new Event('loadend'))
  }
}

/** No rows of an outcome. */
export const NONE = { count: 0, rows: [] }

function row(number: number, over: object = {}) {
  const values = [{ name: 'First Name', value: `First${number}` }]
  return { row: number, email: `c${number}@example.com`, values, changes: [], reason: null, ...over }
}

function column(index: number, header: string, field: string, over: object = {}) {
  const samples = [`${header} one`, `${header} two`]
  return { index, letter: 'ABCDEF'[index], header, field, name: null, samples, ...over }
}

/** What the server says of people.xlsx: two new, one changed, one that stands twice, one rejected. */
export function previewOf(over: object = {}) {
  return {
    id: 'file-1',
    fileName: 'people.xlsx',
    expiresAt: '2026-02-01T12:00:00.000Z',
    sheets: [{ name: 'People', rowCount: 5, problem: null }],
    sheet: 'People',
    columns: [
      column(0, 'First Name', 'firstName'),
      column(1, 'Email', 'email'),
      column(2, 'Town', 'custom', { name: 'Town' }),
    ],
    problem: null,
    added: { count: 2, rows: [row(2), row(3)] },
    changed: {
      count: 1,
      rows: [row(4, { changes: [{ name: 'First Name', before: 'Old', after: 'New' }] })],
    },
    unchanged: NONE,
    repeated: { count: 1, rows: [row(5, { values: [], reason: 'The same address stands in row 2' })] },
    rejected: { count: 1, rows: [row(6, { email: '', reason: 'nobody is no email address' })] },
    reasons: [{ reason: 'No valid email address', count: 1 }],
    skipped: 0,
    ...over,
  }
}

/** What became of it, once it was imported. */
export const IMPORT = {
  __typename: 'ContactImport',
  id: 'i1',
  fileName: 'people.xlsx',
  added: 2,
  changed: 0,
  tagged: 0,
  ignored: 1,
  rejected: 3,
  rejectedUrl: '/api/contacts/imports/i1/rejected',
  skipped: 4,
  createdAt: '2026-01-31T12:00:00.000Z',
  undone: null,
}

/** The same in the server's words. */
export const MESSAGE = '2 contacts added, 1 duplicate ignored, 3 rows rejected.'
