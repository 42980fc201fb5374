// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findToast, pageOf, show, statsOf, tearDown } from '#web/testing/world.tsx'
import { UploadPage } from './upload-page.tsx'

/** A request that a test answers by hand. */
class HeldRequest extends EventTarget {
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

beforeEach(() => {
  HeldRequest.sent = []
  vi.stubGlobal('XMLHttpRequest', HeldRequest)
})
afterEach(() => {
  tearDown()
  vi.unstubAllGlobals()
})

const RESULT = {
  message: '2 contacts added, 1 duplicate ignored, 3 rows rejected.',
  added: 2,
  ignored: 1,
  rejected: 3,
  skipped: 4,
  importId: 'i1',
  rejectedUrl: '/api/contacts/imports/i1/rejected',
}

function contact(index: number) {
  return {
    id: `c${index}`,
    firstName: `First${index}`,
    lastName: 'Last',
    email: `c${index}@example.com`,
    createdAt: '2026-01-31T12:00:00.000Z',
  }
}

function showPage(people = [contact(1)]) {
  const space = { people }
  const world = show(<UploadPage />, {
    root: {
      stats: () => statsOf({ totalContacts: space.people.length }),
      contacts: (args: object) => pageOf(space.people, args),
    },
  })
  return { ...world, space }
}

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function choose(name = 'people.xlsx', type = EXCEL) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input')
  fireEvent.change(input, { target: { files: [new File(['x'], name, { type })] } })
}

function sent(): HeldRequest {
  const request = HeldRequest.sent.at(-1)
  if (!request) throw new Error('Nothing was sent')
  return request
}

describe('the page', () => {
  test('has a way back, a contact count, the template and the requirements', async () => {
    showPage()
    expect(await screen.findByText('1 contact')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard')
    expect(screen.getByRole('link', { name: 'Download Template' }).getAttribute('href')).toBe('/api/contacts/template')
    expect(screen.getByText('Headers in the first row are required')).toBeTruthy()
    expect(screen.getByText('Duplicates are ignored during import')).toBeTruthy()
  })

  test('shows the first 5 contacts with "View All Contacts"', async () => {
    showPage([1, 2, 3, 4, 5, 6].map(contact))
    expect(await screen.findByText('Recently Uploaded Contacts')).toBeTruthy()
    expect(screen.getByText('First5 Last')).toBeTruthy()
    expect(screen.queryByText('First6 Last')).toBeNull()
    expect(screen.getByRole('link', { name: 'View All Contacts' }).getAttribute('href')).toBe('/contacts')
  })

  test('has no recently uploaded contacts when there are none', async () => {
    showPage([])
    expect(await screen.findByText('0 contacts')).toBeTruthy()
    expect(screen.queryByText('Recently Uploaded Contacts')).toBeNull()
  })

  test('lights up while a file is held over it', () => {
    showPage()
    const area = screen.getByRole('group', { name: 'Drop your Excel file here' })
    fireEvent.dragEnter(area)
    expect(area.dataset['dragOver']).toBe('true')
    fireEvent.dragLeave(area)
    expect(area.dataset['dragOver']).toBeUndefined()
  })
})

describe('an upload', () => {
  test.each([
    ['people.csv', 'text/csv'],
    ['people.xlsx', 'application/pdf'],
  ])('of %s declared as %s is refused with "Invalid File Type" and not sent', async (name, type) => {
    showPage()
    choose(name, type)
    const toast = await findToast('Invalid File Type')
    expect(within(toast).getByText('Please upload an Excel file (.xlsx or .xls)')).toBeTruthy()
    expect(HeldRequest.sent).toEqual([])
  })

  test('sends the field file with the session token and reads "Uploading..." meanwhile', async () => {
    localStorage.setItem('sessionToken', 'token-1')
    showPage()
    choose()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Uploading...' })
    expect(button.disabled).toBe(true)
    expect(sent().opened).toBe('POST /api/contacts/upload')
    expect(sent().headers).toEqual({ Authorization: 'token-1' })
    expect((sent().body?.get('file') as File | undefined)?.name).toBe('people.xlsx')
  })

  test('shows how much has gone, then that it is being imported', async () => {
    showPage()
    choose()
    await screen.findByText('Uploading 0%')
    sent().progress(45, 100)
    expect(await screen.findByText('Uploading 45%')).toBeTruthy()
    sent().arrived()
    expect(await screen.findByText('Importing…')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })

  test('that succeeds says "Upload Successful" with the server\'s message and refetches contacts and figures', async () => {
    const { space, askedFor } = showPage([])
    await screen.findByText('0 contacts')
    choose()
    space.people = [contact(1), contact(2)]
    sent().answer(200, RESULT)
    const toast = await findToast('Upload Successful')
    expect(within(toast).getByText(RESULT.message)).toBeTruthy()
    expect(screen.getByText('2 contacts')).toBeTruthy()
    expect(askedFor('Contacts')).toHaveLength(2)
    expect(screen.getByText(/4 empty rows were skipped/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download rejected rows' }).getAttribute('href')).toBe(RESULT.rejectedUrl)
  })

  test('that is refused says "Upload Failed" with the server\'s message, and the next file can be chosen', async () => {
    showPage()
    choose()
    sent().answer(422, { code: 'UNREADABLE_FILE', message: 'This file is protected by a password.' })
    const toast = await findToast('Upload Failed')
    expect(within(toast).getByText('This file is protected by a password.')).toBeTruthy()
    expect(screen.getByText('people.xlsx was not imported')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose a file' }).disabled).toBe(false)
  })

  test('whose answer is not ours is told as status, colon and body', async () => {
    showPage()
    choose()
    sent().answer(502, 'Bad gateway')
    const toast = await findToast('Upload Failed')
    expect(within(toast).getByText('502: Bad gateway')).toBeTruthy()
  })

  test('whose line breaks asks for the contacts again, as the server may have gone on', async () => {
    const { askedFor } = showPage()
    await screen.findByText('1 contact')
    choose()
    sent().cut()
    await findToast('Upload Failed')
    expect(screen.getByText('people.xlsx may not have arrived')).toBeTruthy()
    expect(askedFor('Contacts')).toHaveLength(2)
  })

  test('can be called off while its bytes are on their way', async () => {
    const { user } = showPage()
    choose()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText(/Uploading/)).toBeNull())
    expect(screen.queryByText('Upload Failed')).toBeNull()
  })

  test('with a session that has ended signs out', async () => {
    const { signOut } = showPage()
    choose()
    sent().answer(401, { code: 'UNAUTHENTICATED', message: 'Sign in first.' })
    await waitFor(() => expect(signOut).toHaveBeenCalled())
  })
})
