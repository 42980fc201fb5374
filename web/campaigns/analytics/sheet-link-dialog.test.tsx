import '#web/testing/browser.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { findToast, show, tearDown } from '#web/testing/world.tsx'
import { DownloadMenu } from './download-menu.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  tearDown()
})

const URL = 'https://mail.example/sheets/AAAA.BBBB.csv'
const at = '2026-11-26T12:00:00.000Z'
const withLink = (sheetLink: object | null) => ({ __typename: 'Campaign', id: 'c1', sheetLink })
const link = { __typename: 'SheetLink', createdAt: at, lastReadAt: null, expiresAt: '2027-02-24T12:00:00.000Z' }

async function openDialog(sheetLink: object | null) {
  let kept = sheetLink
  const world = show(<DownloadMenu campaign={{ id: 'c1', name: 'News' }} />, {
    root: {
      campaign: () => withLink(kept),
      createSheetLink: () => {
        kept = link
        return { __typename: 'CreateSheetLinkPayload', url: URL, campaign: withLink(link), errors: [] }
      },
      revokeSheetLink: () => {
        kept = null
        return { __typename: 'RevokeSheetLinkPayload', campaign: withLink(null), errors: [] }
      },
    },
  })
  await world.user.click(screen.getByRole('button', { name: 'Download' }))
  await world.user.click(await screen.findByRole('menuitem', { name: /Live link/ }))
  return world
}

test('the dialog for a live spreadsheet link creates a link, shows it once with steps for Excel and Google Sheets, and copies them', async () => {
  const world = await openDialog(null)
  await world.user.click(await screen.findByRole('button', { name: 'Create Link' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Excel: address')).value).toBe(URL)
  expect(screen.getByLabelText<HTMLInputElement>('Google Sheets: formula').value).toBe(`=IMPORTDATA("${URL}")`)
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await world.user.click(screen.getByRole('button', { name: 'Copy formula' }))
  await findToast('Formula copied')
  expect(write).toHaveBeenCalledWith(`=IMPORTDATA("${URL}")`)
})

test('the dialog for a live spreadsheet link can revoke an earlier link, and does not show its address', async () => {
  const world = await openDialog(link)
  expect(await screen.findByText(/We do not store the link’s address/)).toBeTruthy()
  expect(screen.getByText(/not read yet/)).toBeTruthy()
  await world.user.click(screen.getByRole('button', { name: 'Revoke Link' }))
  await findToast('Link Revoked')
  expect(await screen.findByRole('button', { name: 'Create Link' })).toBeTruthy()
  expect(world.askedFor('RevokeSheetLink')).toEqual([{ id: 'c1' }])
})
