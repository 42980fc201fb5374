import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { unexplainedError, show, tearDown } from '#web/testing/world.tsx'
import { MailboxLanding } from './mailbox-landing.tsx'

afterEach(tearDown)

const finding = (code: string, verdict: string, text: string, record: object | null = null) => ({
  __typename: 'LandingFinding',
  code,
  verdict,
  text,
  record: record && { __typename: 'DnsRecord', ...record },
})
const MISSING = finding('DMARC', 'error', 'contoso.com has no DMARC record.', {
  type: 'TXT',
  name: '_dmarc.contoso.com',
  value: 'v=DMARC1; p=none',
})
const reportOf = (...findings: object[]) => ({
  __typename: 'LandingReport',
  domain: 'contoso.com',
  checkedAt: new Date().toISOString(),
  findings,
})

const WAITING = {
  __typename: 'LandingCheck',
  state: 'waiting',
  sentAt: new Date().toISOString(),
  error: null,
  findings: [] as object[],
}
let check: object | null = null

async function open(landing: (args: { fresh?: boolean }) => object) {
  const root = {
    landing: (args: { fresh?: boolean }) => ({ ...landing(args), check: () => check }),
    sendLandingCheck: () => (check = WAITING),
  }
  const world = show(<MailboxLanding mailbox={{ id: 'one', email: 'ada@contoso.com', readsReplies: true }} />, { root })
  await world.user.click(screen.getByRole('button', { name: 'Deliverability of ada@contoso.com…' }))
  return { ...world, dialog: within(await screen.findByRole('dialog', { name: 'Deliverability of ada@contoso.com' })) }
}

describe('the deliverability card of a mailbox', () => {
  test("lists the findings in the server's order, with the DNS record to add and a way to copy it", async () => {
    const { dialog, user } = await open(() => reportOf(MISSING, finding('SPF', 'ok', 'The SPF record is fine.')))
    const rows = within(await dialog.findByRole('list', { name: 'Findings' })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent?.split('.')[0])).toEqual(['DMARC: Problem', 'SPF: OK'])
    expect(within(rows[0]!).getByText('_dmarc.contoso.com')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Copy the value of the TXT record _dmarc.contoso.com' }))
    expect(await navigator.clipboard.readText()).toBe('v=DMARC1; p=none')
  })

  test('checks again on demand', async () => {
    const { dialog, user, askedFor } = await open(({ fresh }) =>
      reportOf(fresh ? finding('DMARC', 'ok', 'A DMARC record was found.') : MISSING),
    )
    await user.click(await dialog.findByRole('button', { name: 'Check again' }))
    expect(await dialog.findByText('A DMARC record was found.')).toBeTruthy()
    expect(askedFor('MailboxLanding')).toEqual([
      { id: 'one', fresh: false },
      { id: 'one', fresh: true },
    ])
  })

  test('offers an email from the mailbox to itself as proof, and shows that it waits for it', async () => {
    check = null
    const { dialog, user } = await open(() => reportOf(MISSING))
    await user.click(await dialog.findByRole('button', { name: 'Email yourself' }))
    expect(await dialog.findByText(/Waiting for it to arrive/)).toBeTruthy()
    check = { ...WAITING, state: 'arrived', findings: [finding('RECEIVED_DKIM', 'error', 'The email was not signed.')] }
    const rows = await dialog.findByRole('list', { name: 'Findings on arrival' }, { timeout: 20_000 })
    expect(rows.textContent).toBe('DKIM on arrival: Problem. The email was not signed.')
    check = null
  })

  test('offers another try when the server fails', async () => {
    let fails = true
    const { dialog, user } = await open(() => {
      if (fails) throw unexplainedError()
      return reportOf(MISSING)
    })
    expect(await dialog.findByText('The settings could not be checked')).toBeTruthy()
    fails = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText('contoso.com has no DMARC record.')).toBeTruthy()
  })
})
