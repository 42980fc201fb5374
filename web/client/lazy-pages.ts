import type { ApolloClient } from '@apollo/client'
import type { ComponentType } from 'react'

/** Loads the code of a page. */
export type Load = () => Promise<ComponentType>

export interface Page {
  path: string
  load: Load
  /** Loads the data that the page shows first; called at the start of the app, so that the first render has it. */
  prepare?: (client: ApolloClient) => Promise<unknown>
}

// The build reads these tables in Node (build/preloads.ts): this file imports pages only where they are loaded.

/** Pages that can be opened without signing in (product: screens.routes). */
export const OPEN_PAGES: readonly Page[] = [
  { path: '/login', load: async () => (await import('#web/accounts/login-page.tsx')).LoginPage },
  { path: '/register', load: async () => (await import('#web/accounts/register-page.tsx')).RegisterPage },
  {
    path: '/single-sign-on',
    load: async () => (await import('#web/accounts/single-sign-on-page.tsx')).SingleSignOnPage,
  },
  {
    path: '/forgot-password',
    load: async () => (await import('#web/accounts/forgot-password-page.tsx')).ForgotPasswordPage,
  },
  {
    path: '/reset-password',
    load: async () => (await import('#web/accounts/reset-password-page.tsx')).ResetPasswordPage,
  },
  { path: '/join', load: async () => (await import('#web/accounts/join-page.tsx')).JoinPage },
  { path: '/confirm-email', load: async () => (await import('#web/accounts/confirm-email-page.tsx')).ConfirmEmailPage },
  {
    path: '/supadmin',
    load: async () => (await import('#web/tenants/super-admin/super-admin-page.tsx')).SuperAdminPage,
  },
]

const loadDashboard: Load = async () => (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage
const prepareDashboard = async (client: ApolloClient) =>
  client.query({ query: (await import('#web/dashboard/operations.ts')).STATS })

/** Pages that need a signed-in user; without one, their paths show the landing page. */
export const APP_PAGES: readonly Page[] = [
  { path: '/', load: loadDashboard, prepare: prepareDashboard },
  { path: '/dashboard', load: loadDashboard, prepare: prepareDashboard },
  { path: '/upload', load: async () => (await import('#web/contacts/upload-page.tsx')).UploadPage },
  { path: '/contacts', load: async () => (await import('#web/contacts/contacts-page.tsx')).ContactsPage },
  { path: '/campaigns', load: async () => (await import('#web/campaigns/list/campaigns-page.tsx')).CampaignsPage },
  {
    path: '/campaigns/create',
    load: async () => (await import('#web/campaigns/create/create-campaign-page.tsx')).CreateCampaignPage,
  },
  {
    path: '/create-campaign',
    load: async () => (await import('#web/campaigns/create/create-campaign-page.tsx')).CreateCampaignPage,
  },
  {
    path: '/compose',
    load: async () => (await import('#web/campaigns/merge-sheet/merge-sheet-page.tsx')).MergeSheetPage,
  },
  {
    path: '/campaigns/uncertain',
    load: async () => (await import('#web/campaigns/uncertain/uncertain-page.tsx')).UncertainPage,
  },
  {
    path: '/campaigns/:id/analytics',
    load: async () => (await import('#web/campaigns/analytics/campaign-analytics-page.tsx')).CampaignAnalyticsPage,
  },
  {
    path: '/campaigns/:id/approval',
    load: async () => (await import('#web/campaigns/approval/approval-page.tsx')).ApprovalPage,
  },
  {
    path: '/campaigns/:id/repeat',
    load: async () => (await import('#web/campaigns/repeat/repeat-page.tsx')).RepeatPage,
  },
  { path: '/replies', load: async () => (await import('#web/replies/replies-page.tsx')).RepliesPage },
  { path: '/email-builder', load: async () => (await import('#web/builder/builder-page.tsx')).BuilderPage },
  { path: '/analytics', load: async () => (await import('#web/analytics/analytics-page.tsx')).AnalyticsPage },
  { path: '/templates', load: async () => (await import('#web/templates/templates-page.tsx')).TemplatesPage },
  { path: '/plan', load: async () => (await import('#web/plans/plan-page.tsx')).PlanPage },
  { path: '/settings', load: async () => (await import('#web/settings/settings-page.tsx')).SettingsPage },
  { path: '*', load: async () => (await import('#web/shell/not-found-page.tsx')).NotFoundPage },
]

export const loadMainApp: Load = async () => (await import('#web/shell/main-app.tsx')).MainApp
