import { ApolloLink, type ApolloClient } from '@apollo/client'
import { fireEvent, screen } from '@testing-library/react'
import { Subject, throwError } from 'rxjs'
import { pageOf, show, statsOf } from '#web/testing/world.tsx'
import { person, taskOf as anyTask, type Person } from '../testing.ts'
import { UploadPage } from '../upload-page.tsx'

/** A fake HTTP request that the test answers when it wants. */
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

/** An outcome without rows. */
export const NONE = { count: 0, rows: [] }

function row(number: number, over: object = {}) {
  const values = [{ name: 'First Name', value: `First${number}` }]
  return { row: number, email: `c${number}@example.com`, values, changes: [], reason: null, ...over }
}

function column(index: number, header: string, field: string, over: object = {}) {
  const samples = [`${header} one`, `${header} two`]
  return { index, letter: 'ABCDEF'[index], header, field, name: null, samples, ...over }
}

/** The server's preview of people.xlsx: two new, one changed, one duplicate, one rejected. */
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
    head: [
      { row: 1, cells: ['First Name', 'Email', 'Town'] },
      { row: 2, cells: ['First2', 'c2@example.com', 'Utrecht'] },
    ],
    problem: null,
    added: { count: 2, rows: [row(2), row(3)] },
    changed: {
      count: 1,
      rows: [row(4, { changes: [{ name: 'First Name', before: 'Old', after: 'New' }] })],
    },
    unchanged: NONE,
    repeated: { count: 1, rows: [row(5, { values: [], reason: 'Same address as in row 2' })] },
    rejected: { count: 1, rows: [row(6, { email: '', reason: '“nobody” is not a valid email address' })] },
    reasons: [{ reason: 'No valid email address', count: 1 }],
    encoding: null,
    notices: [],
    skipped: 0,
    severalRows: 0,
    severalAddresses: 0,
    titles: null,
    room: null,
    leftOut: 0,
    ...over,
  }
}

/** Sample of a finished import. */
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
  sheet: null,
  createdAt: '2026-01-31T12:00:00.000Z',
  undone: null,
}

/** Message of the server after an import. */
export const MESSAGE = '2 contacts added, 1 duplicate ignored, 3 rows rejected.'

export const taskOf = (over: object = {}) => anyTask({ kind: 'importContacts', total: 5, ...over })

export const DONE = { status: 'done', done: 5, message: MESSAGE, import: IMPORT }

export const contact = (index: number) => person(`c${index}`, `First${index}`, 'Last')

interface Space {
  people: Person[]
  imports: object[]
  tasks: object[]
}

export function showPage(start: Partial<Space> = {}, root: object = {}, where: { at?: string; kept?: unknown } = {}) {
  const space: Space = { people: [contact(1)], imports: [], tasks: [], ...start }
  /** Messages about background tasks, as the socket sends them. */
  const progress = new Subject<object>()
  const world = show(<UploadPage />, {
    at: '/upload',
    ...where,
    root: {
      stats: () => statsOf({ totalContacts: space.people.length }),
      contacts: (args: object) => pageOf(space.people, args),
      contactImports: (args: object) => pageOf(space.imports as { id: string }[], args),
      tasks: (args: object) => pageOf(space.tasks as { id: string }[], args),
      contactTags: [{ name: 'VIP', contactCount: 1 }],
      contactFields: [],
      sheets: [],
      importPreview: () => previewOf(),
      commitImport: () => taskOf(),
      undoImport: () => taskOf({ id: 't2', kind: 'undoImport', total: 2 }),
      cancelTask: () => taskOf({ status: 'cancelled' }),
      taskProgress: progress,
      ...root,
    },
  })
  return { ...world, space, progress }
}

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function choose(name = 'people.xlsx', type = EXCEL) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input')
  fireEvent.change(input, { target: { files: [new File(['x'], name, { type })] } })
}

export function sent(): HeldRequest {
  const request = HeldRequest.sent.at(-1)
  if (!request) throw new Error('Nothing was sent')
  return request
}

/** Makes responses to "Upload Contacts" get lost until the returned function is called. */
export function loseAnswers(client: ApolloClient): () => void {
  const whole = client.link
  const lost = () => throwError(() => new TypeError('Failed to fetch'))
  client.setLink(ApolloLink.split(({ operationName }) => operationName === 'CommitImport', new ApolloLink(lost), whole))
  return () => client.setLink(whole)
}

/** Chooses a file in the test; the fake server returns its preview. Resolves with the preview's Upload button. */
export async function look(over: object = {}): Promise<HTMLElement> {
  choose()
  sent().answer(201, previewOf(over))
  return screen.findByRole('button', { name: 'Upload Contacts' })
}
