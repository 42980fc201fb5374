import { lazy, Suspense, type ComponentType } from 'react'
import { Outlet, ScrollRestoration, type RouteObject } from 'react-router'
import { MainApp } from './shell/main-app.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { BrokenPage, RouteError } from './shell/route-error.tsx'

/** A lazily loaded page. */
function page(load: () => Promise<ComponentType>) {
  const Page = lazy(async () => ({ default: await load() }))
  return <Page />
}

function Root() {
  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <ScrollRestoration />
    </>
  )
}

/**
 * The routes of the app (product: screens.routes). Other paths show the landing page when signed out and a 404 page
 * when signed in.
 */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    children: [
      { path: '/login', element: page(async () => (await import('./accounts/login-page.tsx')).LoginPage) },
      { path: '/register', element: page(async () => (await import('./accounts/register-page.tsx')).RegisterPage) },
      {
        path: '/single-sign-on',
        element: page(async () => (await import('./accounts/single-sign-on-page.tsx')).SingleSignOnPage),
      },
      {
        path: '/forgot-password',
        element: page(async () => (await import('./accounts/forgot-password-page.tsx')).ForgotPasswordPage),
      },
      {
        path: '/reset-password',
        element: page(async () => (await import('./accounts/reset-password-page.tsx')).ResetPasswordPage),
      },
      { path: '/join', element: page(async () => (await import('./accounts/join-page.tsx')).JoinPage) },
      {
        path: '/confirm-email',
        element: page(async () => (await import('./accounts/confirm-email-page.tsx')).ConfirmEmailPage),
      },
      { path: '/supadmin', element: page(async () => (await import('./tenants/super-admin-page.tsx')).SuperAdminPage) },
      {
        element: <MainApp />,
        children: [
          {
            // Inside the app, so that the navigation stays.
            errorElement: <BrokenPage />,
            children: [
              { path: '/', element: page(async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage) },
              {
                path: '/dashboard',
                element: page(async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage),
              },
              { path: '/upload', element: page(async () => (await import('./contacts/upload-page.tsx')).UploadPage) },
              {
                path: '/contacts',
                element: page(async () => (await import('./contacts/contacts-page.tsx')).ContactsPage),
              },
              {
                path: '/campaigns',
                element: page(async () => (await import('./campaigns/list/campaigns-page.tsx')).CampaignsPage),
              },
              {
                path: '/campaigns/create',
                element: page(
                  async () => (await import('./campaigns/create/create-campaign-page.tsx')).CreateCampaignPage,
                ),
              },
              {
                path: '/create-campaign',
                element: page(
                  async () => (await import('./campaigns/create/create-campaign-page.tsx')).CreateCampaignPage,
                ),
              },
              {
                path: '/campaigns/uncertain',
                element: page(async () => (await import('./campaigns/uncertain/uncertain-page.tsx')).UncertainPage),
              },
              {
                path: '/campaigns/:id/analytics',
                element: page(
                  async () => (await import('./campaigns/analytics/campaign-analytics-page.tsx')).CampaignAnalyticsPage,
                ),
              },
              {
                path: '/email-builder',
                element: page(async () => (await import('./builder/builder-page.tsx')).BuilderPage),
              },
              {
                path: '/analytics',
                element: page(async () => (await import('./analytics/analytics-page.tsx')).AnalyticsPage),
              },
              {
                path: '/templates',
                element: page(async () => (await import('./templates/templates-page.tsx')).TemplatesPage),
              },
              {
                path: '/settings',
                element: page(async () => (await import('./settings/settings-page.tsx')).SettingsPage),
              },
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
]
