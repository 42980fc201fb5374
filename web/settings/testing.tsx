import { screen } from '@testing-library/react'
import { DEFAULT_SETTINGS } from '#domain/settings/setting-register.ts'
import { show, type Root, type World } from '#web/testing/world.tsx'
import { SettingsPage } from './settings-page.tsx'

/** Send settings of a workspace on the free plan. */
export const SETTINGS = {
  ...DEFAULT_SETTINGS,
  warmupDaysRemaining: 0,
  approvalOff: null as { at: string; askedBy: string | null; canConfirm: boolean } | null,
  approverCount: 1,
  organisations: [] as { domains: string[]; used: number; limit: number | null; isAssumed: boolean }[] | null,
  figuresNow: { emailsPerInterval: 4, intervalSeconds: 60, dailyLimit: 500 },
  newWorkspaceLimit: null as object | null,
  planInterval: null as { min: number; max: number } | null,
  planCeilings: [
    { count: 10, seconds: 1_800 },
    { count: 100, seconds: 86_400 },
  ],
}

/** Opens /settings with a server that stores changes; `fields` are the initial values. */
export function showPage(
  root: Root = {},
  {
    at = '/settings',
    role = 'admin',
    hasPassword = true,
    emailConfirmed = true,
    fields,
  }: {
    at?: string
    role?: string
    hasPassword?: boolean
    emailConfirmed?: boolean
    fields?: Partial<typeof SETTINGS>
  } = {},
): World {
  let saved = { ...SETTINGS, ...fields }
  return show(<SettingsPage />, {
    at,
    person: { role, hasPassword, emailConfirmed },
    root: {
      tenant: { __typename: 'Tenant', id: 't1', name: 'Acme', deletionAt: null },
      identities: [],
      sheetLinks: [],
      secondFactor: { totpSince: null, recoveryCodesLeft: 0, passkeys: [] },
      emailSettings: () => saved,
      updateEmailSettings: ({ input }: { input: Partial<typeof SETTINGS> }) => {
        saved = { ...saved, ...input }
        return saved
      },
      ...root,
    },
  })
}

/** A live link to the spreadsheet of a campaign. */
export const sheetLink = ({ id, name }: { id: string; name: string }) => ({
  __typename: 'SheetLink',
  campaign: { __typename: 'Campaign', id: 'c1', name: 'Spring news' },
  user: { __typename: 'User', id, name },
  createdAt: '2026-01-31T09:30:00.000Z',
  lastReadAt: null,
})

/** A number input by its label. */
export const number = (label: string) => screen.findByRole<HTMLInputElement>('spinbutton', { name: label })
